// A message in the page, above the content that it concerns.

import type { ComponentProps, ReactNode } from 'react'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { Button, ButtonLink } from '../controls/button.tsx'
import layout from '../../styles/layout.module.css'
import css from './banner.module.css'

type BannerProps = {
  kind: 'success' | 'info' | 'warning' | 'danger'
  /** Bold text before the message. */
  title?: string | undefined
  icon?: ReactNode
  action?: ReactNode
  /** A small button or link in the place of the action. */
  button?: ComponentProps<typeof Button> | false | undefined
  link?: ComponentProps<typeof ButtonLink> | false
  /** Announces itself when it appears. */
  live?: boolean | undefined
  /** The message, which may be empty below a title. Without one (`undefined` or `false`) there is no banner. */
  children: ReactNode
}

const icons = {
  success: <CircleCheck />,
  info: <Info />,
  warning: <TriangleAlert />,
  danger: <CircleAlert />,
}

export const Banner = ({
  kind,
  title,
  icon = icons[kind],
  action,
  button,
  link,
  live,
  children,
}: BannerProps) =>
  children !== undefined &&
  children !== false && (
    <div
      className={`${css.banner} ${css[kind]}`}
      role={live ? (kind === 'danger' ? 'alert' : 'status') : undefined}
    >
      <span className={css.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={css.text}>
        {title && <strong>{title} </strong>}
        <span className={layout.contents}>{children}</span>
      </div>
      {action}
      {button && <Button size="small" {...button} />}
      {link && <ButtonLink size="small" {...link} />}
    </div>
  )

type OutcomeProps = { text: ReactNode }

/** Says that something is done; nothing while it is not. */
export const Success = ({ text }: OutcomeProps) => (
  <Banner kind="success" live>
    {text}
  </Banner>
)

/** Why something failed; nothing while it has not. */
export const Failure = ({ text }: OutcomeProps) => (
  <Banner kind="danger" live>
    {text}
  </Banner>
)
