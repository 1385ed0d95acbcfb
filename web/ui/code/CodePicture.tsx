import { type CodeSquares, pathOf } from './code-squares.ts'
import css from './ShareableCode.module.css'

/** A code as a picture; `alt` says what it is to who does not see it. */
export function CodePicture({ squares, alt }: { readonly squares: CodeSquares; readonly alt: string }) {
  return (
    <svg
      className={css.code}
      viewBox={`0 0 ${squares.size} ${squares.size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={alt}
    >
      <path d={pathOf(squares)} />
    </svg>
  )
}
