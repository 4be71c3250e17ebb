import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from '../class-names.ts'
import css from './card.module.css'

type CardProps = ComponentProps<'div'> & {
  as?: 'div' | 'section' | 'article' | 'li' | 'aside' | undefined
  padding?: 'none' | 'small' | 'medium' | 'large' | undefined
  /** The card holds one `CardLink` whose area covers it; inner actions stay above. */
  link?: boolean | undefined
  selected?: boolean | undefined
}

export const Card = ({ as = 'div', padding = 'medium', link, selected, className, ...rest }: CardProps) => {
  // The listed elements take the same attributes; only their role differs.
  const Element = as as 'div'
  return (
    <Element
      {...rest}
      className={classNames(css.card, css[padding], link && css.link, selected && css.selected, className)}
    />
  )
}

/** The one link of a card. Its words name the card; its area is the whole card. */
export const CardLink = ({ className, ...rest }: ComponentProps<typeof Link>) => (
  <Link {...rest} className={classNames(css.cardLink, className)} />
)

type CardTitleProps = {
  as?: 'h2' | 'h3' | 'h4' | undefined
  icon?: ReactNode
  end?: ReactNode
  id?: string | undefined
  children: ReactNode
}

/** Icon, title, and at the far end a date, a count or a pill. */
export const CardTitle = ({ as: Heading = 'h2', icon, end, id, children }: CardTitleProps) => (
  <div className={css.head}>
    {icon && (
      <span className={css.icon} aria-hidden="true">
        {icon}
      </span>
    )}
    <Heading id={id} className={css.title}>
      {children}
    </Heading>
    {end && <span className={css.end}>{end}</span>}
  </div>
)
