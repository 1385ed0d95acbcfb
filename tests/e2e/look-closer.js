// More that `look` (look.js, which comes first) finds from inside a page: names, and what forced colours leave of it.
;(() => {
  const { controls, drawn, hasOwnText, hasRing, isForEyes, isShown, name } = look.parts

  /** What a control says to the eye and not to the ear: who speaks to the page says what they see (WCAG 2.2, 2.5.3). */
  function unnamed() {
    return controls().flatMap((element) => {
      if (!isForEyes(element.closest('label') ?? element)) return []
      const [seen] = seenLines(element.labels?.[0] ?? element)
      const said = saidOf(element)
      if (said === '') return [`no name: ${name(element)}`]
      return seen === undefined || said.includes(seen) ? [] : [`«${seen}» is not in «${said}»`]
    })
  }

  const plain = (words) =>
    words
      .toLowerCase()
      .replaceAll(/[\s\u00a0.,:…]+/g, ' ')
      .trim()

  /** The visible words of a control, a line each, without amounts: they are said in words. */
  function seenLines(element) {
    if (element.matches('select, input, textarea')) return []
    const lines = []
    for (const part of [element, ...element.querySelectorAll('*')]) {
      if (!hasOwnText(part) || !isShown(part) || part.closest('[aria-hidden="true"]') || isForEars(part)) continue
      lines.push(plain([...part.childNodes].map(({ nodeType, data }) => (nodeType === 3 ? data : ' ')).join('')))
    }
    return lines.filter((line) => line !== '')
  }

  function isForEars(element) {
    return getComputedStyle(element).clipPath !== 'none'
  }

  /** What a control is called, as browsers reckon it for the elements that are used here. */
  function saidOf(element) {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const by = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    const own = by || element.getAttribute('aria-label')
    const label = [...(element.labels ?? [])].map(({ textContent }) => textContent).join(' ')
    return plain(own || label || element.textContent || element.title || '')
  }

  /** What is told by its fill alone: bars, dots, strips. To be asked before the colours are forced. */
  let fills = []
  function rememberFills() {
    fills = [...document.querySelectorAll('body *')].flatMap((element) =>
      ['', '::before', '::after'].filter((part) => isFill(element, part)).map((part) => ({ element, part })),
    )
  }

  function isFill(element, part) {
    // What is filled in is drawn by the system, or by its label.
    if (!isShown(element) || element.matches('input') || element.closest('svg, [aria-busy="true"], dialog:not([open])'))
      return false
    const style = getComputedStyle(element, part)
    if (part === '' ? element.childNodes.length > 0 : style.content === 'none') return false
    if (part !== '' && style.content !== '""') return false
    const isDrawnOut = style.opacity !== '0' && !style.transform.startsWith('matrix(0,')
    return isOpaque(style.backgroundColor) && Number.parseFloat(style.width) >= 2 && isDrawnOut
  }

  const isOpaque = (colour) => !/^rgba\(.*, 0\)$|^transparent$/.test(colour)

  /** In forced colours: controls of which nothing is seen, what has lost its fill, what looks chosen no more, and focus without a ring. */
  async function forced() {
    await drawn()
    const canvas = getComputedStyle(document.body).backgroundColor
    const lost = fills
      .filter(({ element }) => element.isConnected && isShown(element))
      .filter(({ element, part }) => {
        const { backgroundColor, borderStyle, borderWidth, outlineStyle } = getComputedStyle(element, part)
        const hasEdge = (borderStyle !== 'none' && Number.parseFloat(borderWidth) > 0) || outlineStyle !== 'none'
        return !hasEdge && (backgroundColor === canvas || !isOpaque(backgroundColor))
      })
      .map(({ element, part }) => `has lost its fill${part}: ${name(element)} ${element.className}`)
    const focused = document.activeElement
    const ringless = controls().filter((element) => {
      element.blur()
      element.focus({ focusVisible: true, preventScroll: true })
      return document.activeElement === element && !hasRing(element)
    })
    focused?.focus?.({ preventScroll: true })
    return [
      ...new Set([
        ...lost,
        ...controls()
          .filter((element) => isShown(element) && !isDrawn(element))
          .map((element) => `nothing is seen: ${name(element)}`),
        ...ringless.map((element) => `no ring: ${name(element)}`),
        ...chosen()
          .filter(({ element, other }) => lookOf(element) === lookOf(other))
          .map(({ element }) => `does not look chosen: ${name(element)}`),
      ]),
    ]
  }

  /** It has words, a picture, an edge or a mark, or its label does. */
  function isDrawn(element) {
    const canvas = getComputedStyle(document.body).backgroundColor
    const marks = ['::before', '::after'].map((part) => getComputedStyle(element, part))
    if (
      marks.some(({ content, backgroundColor }) => content !== 'none' && isOpaque(backgroundColor) && backgroundColor !== canvas)
    )
      return true
    const parts = [element, element.parentElement, element.closest('label, [data-reached-by-frame], fieldset')].filter(Boolean)
    return parts.some((each) => {
      const { borderStyle, borderWidth } = getComputedStyle(each)
      const hasEdge = borderStyle !== 'none' && Number.parseFloat(borderWidth) > 0
      return hasEdge || each.innerText?.trim() || each.querySelector('svg, img') || each.matches('input, select, textarea')
    })
  }

  const CHOSEN = '[aria-current]:not([aria-current="false"]), [aria-selected="true"], [aria-pressed="true"], input:checked'

  /** What is chosen, each beside one of its kind that is not. */
  function chosen() {
    return [...document.querySelectorAll(CHOSEN)].filter(isShown).flatMap((element) => {
      const others = [...document.querySelectorAll(element.tagName)].filter(
        (other) =>
          !other.matches(CHOSEN) && other.className === element.className && other.type === element.type && isShown(other),
      )
      return others.length > 0 && element.className !== '' ? [{ element, other: others[0] }] : []
    })
  }

  /** How it is drawn, in words that are alike for what looks alike. */
  function lookOf(element) {
    const whole = element.closest('label, tr') ?? element
    const parts = [whole, ...whole.querySelectorAll('*')].slice(0, 12)
    return JSON.stringify(
      parts.flatMap((each) =>
        ['', '::before', '::after'].map((part) => {
          const style = getComputedStyle(each, part)
          return [
            style.backgroundColor,
            style.outlineStyle,
            style.borderBlockEndColor,
            style.borderWidth,
            style.textDecorationLine,
            style.content === 'none' ? '' : style.opacity + style.scale + style.display,
            each.matches('input') ? each.checked && style.appearance !== 'none' : '',
          ]
        }),
      ),
    )
  }

  Object.assign(look, { unnamed, rememberFills, forced })
})()
