import css from './Avatar.module.css'

export interface AvatarProps {
  /** First name; nothing while it is not known. */
  readonly name: string | undefined
  readonly size?: 's' | 'm'
}

/** The first letter of a first name in a circle; decoration beside the name. */
export function Avatar({ name, size = 's' }: AvatarProps) {
  const [initial = ''] = name?.trim() ?? ''
  return (
    <span className={css.avatar} data-size={size} aria-hidden="true">
      {initial.toLocaleUpperCase()}
    </span>
  )
}
