// Buttons in the looks of the product, and links that look like them: `ButtonLink` inside the product, `ButtonAnchor` to another site (a
// live demo, a repository, a sign-in provider).

import { useId, type ComponentProps, type ReactNode } from 'react'
import { Link } from '../../navigation/router.ts'
import { classNames } from '../class-names.ts'
import layout from '../../styles/layout.module.css'
import css from './button.module.css'

export type ButtonKind =
  | 'primary'
  | 'today'
  | 'secondary'
  | 'quiet'
  | 'danger'
  | 'danger-outline'
  | 'approve'
  | 'approve-outline'
  | 'field-outline'

export type ButtonAppearance = {
  kind?: ButtonKind | undefined
  size?: 'small' | 'medium' | 'large' | undefined
  wide?: boolean | undefined
}

/** Before and after the text. */
type ButtonIcons = { icon?: ReactNode; iconEnd?: ReactNode }

type ButtonProps = ButtonAppearance &
  ButtonIcons &
  ComponentProps<'button'> & {
    /** Shows `busyText` at the same width and ignores further presses. */
    busy?: boolean | undefined
    busyText?: string | undefined
    /** Why the button is disabled, shown below it. */
    reason?: string | undefined
  }

/** Returns the class names of a button, for other elements. */
export const buttonClass = ({ kind = 'secondary', size = 'medium', wide }: ButtonAppearance) =>
  classNames(css.button, css[kind], css[size], wide && css.wide)

type ButtonFaceProps = ButtonIcons & { isHidden?: boolean; children: ReactNode }

/** What a button shows: its text and its icons. */
const ButtonFace = ({ icon, iconEnd, isHidden = false, children }: ButtonFaceProps) => (
  <span className={css.face} aria-hidden={isHidden || undefined}>
    {icon}
    <span className={layout.contents}>{children}</span>
    {iconEnd}
  </span>
)

export const Button = ({
  kind,
  size,
  wide,
  icon,
  iconEnd,
  busy = false,
  busyText,
  reason,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) => {
  const reasonId = useId()
  const showsReason = rest.disabled && reason !== undefined
  const button = (
    <button
      {...rest}
      type={type}
      className={classNames(buttonClass({ kind, size, wide }), className)}
      aria-busy={busy || undefined}
      aria-describedby={showsReason ? reasonId : rest['aria-describedby']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      <ButtonFace {...{ icon, iconEnd }} isHidden={busy}>
        {children}
      </ButtonFace>
      {busy && <ButtonFace icon={<Spinner />}>{busyText ?? children}</ButtonFace>}
    </button>
  )
  if (!showsReason) return button
  return (
    <span className={classNames(css.explained, wide && css.wide)}>
      {button}
      <span id={reasonId} className={css.reason}>
        {reason}
      </span>
    </span>
  )
}

type Look = ButtonAppearance & ButtonIcons & { className?: string | undefined; children?: ReactNode }

/** Returns the attributes and the content of a link that looks like a button. */
const buttonLook = <Props extends Look>({ kind, size, wide, icon, iconEnd, ...link }: Props) => ({
  ...link,
  className: classNames(buttonClass({ kind, size, wide }), link.className),
  children: <ButtonFace {...{ icon, iconEnd }}>{link.children}</ButtonFace>,
})

export const ButtonLink = (props: ButtonAppearance & ButtonIcons & ComponentProps<typeof Link>) => (
  <Link {...buttonLook(props)} />
)

export const ButtonAnchor = (props: ButtonAppearance & ButtonIcons & ComponentProps<'a'>) => {
  const { children, ...link } = buttonLook(props)
  return (
    <a rel="noreferrer" {...link}>
      {children}
    </a>
  )
}

/** Hidden from screen readers: the text beside it says what is pending. */
export const Spinner = () => (
  <svg className={css.spinner} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path
      d="M8 1.5A6.5 6.5 0 1 0 14.5 8"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
    />
  </svg>
)
