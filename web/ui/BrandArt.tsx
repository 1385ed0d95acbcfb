import { useEffect, useState } from 'react'
import { currentBrand, loadBrandArt, loadedLogo } from '#web/lib/brand.ts'
import css from './BrandArt.module.css'

/** The brand's logo, 32 high; its word takes the theme's colour. Its name is the brand's. */
export function Logo() {
  return <Drawing svg={loadedLogo()} name={currentBrand().name} />
}

/** The picture of the landing screen; decoration. Keeps its place while it loads. */
export function AuthPicture() {
  const [svg, setSvg] = useState('')
  useEffect(() => {
    // Without the picture the screen is whole; there is nothing to say.
    loadBrandArt('auth').then(setSvg, () => undefined)
  }, [])
  return (
    <div className={css.picture}>
      <Drawing svg={svg} />
    </div>
  )
}

/** Our own drawings of brands/<brand>/assets, put in as markup so that they can use the theme's colours. */
function Drawing({ svg, name }: { readonly svg: string; readonly name?: string }) {
  const aria = name === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this repository, not anybody's input
  return <span className={css.drawing} {...aria} dangerouslySetInnerHTML={{ __html: svg }} />
}
