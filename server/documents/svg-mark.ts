type Document = PDFKit.PDFDocument
type Attributes = Readonly<Record<string, string>>

const TAG = /<(\/?)(g|path|circle|rect|linearGradient|stop)\b([^>]*?)(\/?)>/g
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g
const MOVE = /(translate|scale|rotate)\(([^)]*)\)/g
/** The height of the picture in its own units. */
const VIEW = /viewBox="[-0-9.]+ [-0-9.]+ [0-9.]+ ([0-9.]+)"/

/**
 * Draws the mark of a brand, an SVG of paths, circles and rectangles, with its top left at (x, y). A gradient is drawn in the colour of its
 * middle; what else a picture may have is left out.
 */
export function drawSvgMark(
  document: Document,
  svg: string,
  { x, y, height }: Readonly<Record<'x' | 'y' | 'height', number>>,
): void {
  const scale = height / Number(VIEW.exec(svg)?.[1] ?? height)
  const colours = gradientColours(svg)
  document.save().translate(x, y).scale(scale)
  let depth = 0
  for (const [, ending, name, text = '', isEmpty] of svg.matchAll(TAG)) {
    if (name === 'g' && ending) {
      if (depth > 0) document.restore()
      depth = Math.max(0, depth - 1)
    } else if (name === 'g' && !isEmpty) {
      depth += 1
      document.save()
      move(document, attributesOf(text).transform ?? '')
    } else if (name) drawShape(document, name, attributesOf(text), colours)
  }
  for (; depth >= 0; depth -= 1) document.restore()
}

function drawShape(document: Document, name: string, shape: Attributes, colours: ReadonlyMap<string, string>): void {
  const number = (of: string): number => Number(shape[of] ?? 0)
  const paintOf = (of: 'fill' | 'stroke'): string | undefined => {
    const paint = shape[of]
    return paint === 'none' ? undefined : paint && (colours.get(/^url\(#(.+)\)$/.exec(paint)?.[1] ?? '') ?? paint)
  }
  const [fill, stroke] = [paintOf('fill'), paintOf('stroke')]
  if (!(fill || stroke)) return
  document.save()
  if (stroke) {
    document.lineWidth(Number(shape['stroke-width'] ?? 1))
    document.lineCap(shape['stroke-linecap'] === 'round' ? 'round' : 'butt')
    document.lineJoin(shape['stroke-linejoin'] === 'round' ? 'round' : 'miter')
    const [dash = 0, space = 0] = (shape['stroke-dasharray'] ?? '').split(/[ ,]+/).map(Number)
    // A dot of no length is a dot of this.
    if (space > 0) document.dash(Math.max(dash, 0.01), { space })
  }
  if (name === 'path') document.path(shape.d ?? '')
  else if (name === 'circle') document.circle(number('cx'), number('cy'), number('r'))
  else if (name === 'rect') document.roundedRect(number('x'), number('y'), number('width'), number('height'), number('rx'))
  else return void document.restore()
  if (fill && stroke) document.fillAndStroke(fill, stroke)
  else if (fill) document.fill(fill)
  else if (stroke) document.stroke(stroke)
  document.restore()
}

function move(document: Document, transform: string): void {
  for (const [, kind, text = ''] of transform.matchAll(MOVE)) {
    const [one = 0, other] = text.trim().split(/[ ,]+/).map(Number)
    if (kind === 'translate') document.translate(one, other ?? 0)
    else if (kind === 'scale') document.scale(one, other ?? one)
    else document.rotate(one)
  }
}

/** The colour in the middle of each gradient, by its id. */
function gradientColours(svg: string): ReadonlyMap<string, string> {
  const colours = new Map<string, string[]>()
  let stops: string[] = []
  for (const [, ending, name, text = ''] of svg.matchAll(TAG)) {
    const { id, 'stop-color': colour } = attributesOf(text)
    if (name === 'linearGradient' && !ending) {
      stops = []
      if (id) colours.set(id, stops)
    } else if (name === 'stop' && colour) stops.push(colour)
  }
  return new Map([...colours].map(([id, found]) => [id, found[Math.floor(found.length / 2)] ?? '#000000']))
}

function attributesOf(text: string): Attributes {
  return Object.fromEntries([...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value]))
}
