import { currentBrand, landingPicture, loadedLogo } from '#web/lib/brand/brand.ts'
import { trustedDrawing } from '#web/lib/page/trusted-types.ts'
import css from './BrandArt.module.css'

/** The brand's logo, 32 high; its word takes the theme's colour. Its name is the brand's. */
export function Logo() {
  return (
    <span
      className={css.logo}
      role="img"
      aria-label={currentBrand().name}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this repository, not anybody's input
      dangerouslySetInnerHTML={{ __html: trustedDrawing(loadedLogo()) }}
    />
  )
}

/** The picture of the landing screen; decoration. Keeps its place while it loads. */
export function AuthPicture() {
  const address = landingPicture()
  return <div className={css.picture}>{address ? <img className={css.image} src={address} alt="" /> : null}</div>
}
