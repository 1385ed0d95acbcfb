// Looks at a page from inside, for quality.full.test.ts: every function gives a list of what is wrong, in words.
globalThis.look = (() => {
  const TABBABLE =
    'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'
  /** The least a control may measure, in CSS pixels. */
  const TARGET = 44
  const shifts = []
  new PerformanceObserver((list) => shifts.push(...list.getEntries().filter((entry) => !entry.hadRecentInput))).observe({
    type: 'layout-shift',
    buffered: true,
  })

  const name = (element) => {
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
    return `<${element.tagName.toLowerCase()}> ${words}`
  }
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
  /** A dot that cuts off what is in it, which is for screen readers alone. */
  const isDot = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width <= 1 && height <= 1 && getComputedStyle(element).overflowX !== 'visible'
  }
  const isForEyes = (element) =>
    isShown(element) && !isDot(element.parentElement) && !element.closest('[inert], [aria-hidden="true"]')
  const hasOwnText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')

  /** Until the window has been drawn as it now is: what hears of its size (`matchMedia`) does so with the next frame. */
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

  /** What makes the page too wide, the innermost of it. */
  function wide() {
    const all = [...document.querySelectorAll('body *')]
    const reach = (element) => (isClipped(element.parentElement) ? 0 : element.getBoundingClientRect().right)
    return name(all.reduce((most, each) => (reach(each) >= reach(most) ? each : most)))
  }

  /** Whether what reaches out of an element, or of what that is in, is cut off or scrolled. */
  function isClipped(element) {
    if (element === document.documentElement) return false
    return getComputedStyle(element).overflowX !== 'visible' || isClipped(element.parentElement)
  }

  /** Text that does not fit the box that cuts it off, and boxes that stick out of the page. */
  async function cut() {
    await drawn()
    const { scrollWidth, clientWidth } = document.documentElement
    const faults = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide in a window of ${clientWidth}: ${wide()}`] : []
    for (const element of document.querySelectorAll('body *')) {
      if (!hasOwnText(element) || !isForEyes(element)) continue
      const { overflowX, overflowY } = getComputedStyle(element)
      if (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1)
        faults.push(`cut off at its side: ${name(element)}`)
      if (overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 2)
        faults.push(`cut off below: ${name(element)}`)
      const box = element.getBoundingClientRect()
      const isOutside = box.right > clientWidth + 1 || box.left < -1
      if (isOutside && !element.closest('[data-active]')) faults.push(`sticks out: ${name(element)}`)
    }
    return [...new Set(faults)]
  }

  /** Words of titles that stand on more than one line. */
  async function broken() {
    await drawn()
    return [...document.querySelectorAll('h1, h2, h3')].filter(isForEyes).flatMap((title) => {
      const texts = document.createTreeWalker(title, NodeFilter.SHOW_TEXT)
      const faults = []
      while (texts.nextNode()) {
        // A line may end after a hyphen.
        for (const { 0: word, index } of texts.currentNode.data.matchAll(/[^\s\u2013-]+/gu)) {
          const range = document.createRange()
          range.setStart(texts.currentNode, index)
          range.setEnd(texts.currentNode, index + word.length)
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
          if (lines.size > 1) faults.push(`broken into ${lines.size} lines: ${word}`)
        }
      }
      return faults
    })
  }

  /** Everything that is read or said, one a line. */
  function words() {
    const said = [...document.querySelectorAll('[aria-label], [placeholder], [title], [alt], [aria-roledescription]')].flatMap(
      (element) =>
        ['aria-label', 'placeholder', 'title', 'alt', 'aria-roledescription'].map(
          (attribute) => element.getAttribute(attribute) ?? '',
        ),
    )
    return [document.title, document.body.innerText, ...said].join('\n')
  }

  /** What still moves when the person asked for less motion. */
  function motion() {
    const faults = document
      .getAnimations()
      .filter((animation) => Number(animation.effect.getComputedTiming().duration) > 100)
      .map((animation) => `moves: ${name(animation.effect.target)}`)
    for (const element of document.querySelectorAll('body *')) {
      const { transitionDuration, animationName, animationDuration } = getComputedStyle(element)
      const longest = (list) =>
        Math.max(...list.split(',').map((each) => Number.parseFloat(each) * (each.includes('ms') ? 1 : 1000)))
      if (longest(transitionDuration) > 100) faults.push(`would move for ${transitionDuration}: ${name(element)}`)
      if (animationName !== 'none' && longest(animationDuration) > 100) faults.push(`is animated: ${name(element)}`)
    }
    return [...new Set(faults)]
  }

  /** How much has moved without anybody touching anything (Core Web Vitals, without their windows). */
  function shift() {
    return shifts.reduce((sum, { value }) => sum + value, 0)
  }

  /** Every control that the keyboard has to reach; of radio buttons one of each group. */
  function controls() {
    const groups = new Set()
    // What is behind an open sheet cannot be reached.
    const within = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
    return [...within.querySelectorAll(TABBABLE)].filter((element) => {
      if (element.tabIndex < 0 || element.closest('[inert]')) return false
      if (element.type === 'radio') {
        if (groups.has(element.name)) return false
        groups.add(element.name)
      }
      return element.checkVisibility({ visibilityProperty: true })
    })
  }

  /** What has moved, from where to where, in words. */
  function shifted() {
    const place = ({ y, height }) => `${Math.round(y)}+${Math.round(height)}`
    return shifts.flatMap(({ value, sources }) =>
      sources.map(
        ({ node, previousRect, currentRect }) =>
          `${value.toFixed(4)}: ${node instanceof Element ? name(node) : node?.nodeName} ${place(previousRect)} → ${place(currentRect)}`,
      ),
    )
  }

  /**
   * Controls that a finger misses: what answers to a touch around their middle is lower or narrower than 44 px. Links in a sentence are
   * as high as their line (WCAG 2.2, 2.5.8), and dots between two arrows have those (2.5.5).
   */
  function small() {
    return controls().flatMap((element) => {
      if (!isShown(element) || isInSentence(element) || isBetweenArrows(element) || element.matches('a[href^="#"]')) return []
      const target = element.closest('label, [data-reached-by-frame]') ?? element
      target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { left, top, width, height } = target.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const reach = (byX, byY) => {
        let far = 0
        while (far < TARGET && answers(target, x + far * byX, y + far * byY)) far += 1
        return far
      }
      const across = reach(-1, 0) + reach(1, 0)
      const down = reach(0, -1) + reach(0, 1)
      // A pixel may fall between two.
      return across < TARGET - 1 || down < TARGET - 1 ? [`${across} × ${down}: ${name(element)}`] : []
    })
  }

  /** Fields whose text is below 16 px: an iPhone enlarges the page once one has the focus. */
  function enlarging() {
    return [
      ...document.querySelectorAll('input:not([type="checkbox"], [type="radio"], [type="file"]), select, textarea'),
    ].flatMap((field) => {
      const size = getComputedStyle(field).fontSize
      return isShown(field) && Number.parseFloat(size) < 16 ? [`${size}: ${name(field)}`] : []
    })
  }

  function answers(target, x, y) {
    const top = document.elementFromPoint(x, y)
    return top !== null && (target.contains(top) || (target.id !== '' && top.closest('label')?.htmlFor === target.id))
  }

  function isBetweenArrows({ parentElement }) {
    const beside = [parentElement?.previousElementSibling, parentElement?.nextElementSibling]
    return beside.every((each) => each?.matches('button') && each.getBoundingClientRect().width >= TARGET)
  }

  function isInSentence(element) {
    if (getComputedStyle(element).display !== 'inline') return false
    const block = blockOf(element)
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode
      if (data.trim() && !parentElement.closest('a, button') && (parentElement === block || blockOf(parentElement) === block))
        return true
    }
    return false
  }

  /** What lays an inline element out. */
  function blockOf(element) {
    let block = element
    while (getComputedStyle(block).display === 'inline') block = block.parentElement
    return block
  }

  /** Begins before everything, though a screen may have taken the focus into its middle. */
  function toTop() {
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  }

  /** Names the control that has the focus, and says what is wrong with how it shows it. */
  function focus() {
    const element = document.activeElement
    if (!element || element === document.body) return undefined
    const faults = []
    const box = element.getBoundingClientRect()
    if (!hasRing(element)) faults.push('no ring')
    if (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth) faults.push('out of sight')
    else if (isCovered(element, box)) faults.push('covered')
    const place =
      element.type === 'radio' ? controls().findIndex((each) => each.name === element.name) : controls().indexOf(element)
    return { name: name(element), place, faults, isSkipLink: element.matches('a[href^="#"]') }
  }

  /** The ring is the control's own, or of the frame that is drawn around it. */
  function hasRing(element) {
    const drawn = [
      element,
      ...(element.matches('input') ? (element.parentElement?.children ?? []) : []),
      element.nextElementSibling,
      element.parentElement,
      element.parentElement?.parentElement,
      element.closest('label'),
      element.closest('fieldset'),
    ]
    return drawn.some((each) => {
      if (!each) return false
      return [undefined, '::before', '::after'].some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(each, part)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      })
    })
  }

  function isCovered(element, box) {
    const x = Math.min(innerWidth - 1, Math.max(0, (box.left + box.right) / 2))
    const y = Math.min(innerHeight - 1, Math.max(0, (box.top + box.bottom) / 2))
    const top = document.elementFromPoint(x, y)
    return !(top && (element.contains(top) || top.contains(element) || top.closest('label')?.contains(element)))
  }

  return {
    drawn,
    cut,
    broken,
    words,
    motion,
    shift,
    shifted,
    small,
    enlarging,
    toTop,
    focus,
    countControls: () => controls().length,
    nameOf: (place) => name(controls()[place]),
    parts: { controls, drawn, hasOwnText, hasRing, isForEyes, isShown, name },
  }
})()
