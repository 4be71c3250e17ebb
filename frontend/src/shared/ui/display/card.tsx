// A card, its link and title, and `SectionCard`, a section of a screen with a title.

import type { ComponentProps, ReactNode } from 'react'
import { Link } from '../../navigation/router.ts'
import { classNames } from '../class-names.ts'
import css from './card.module.css'

type CardProps = ComponentProps<'div'> & {
  as?: 'div' | 'section' | 'article' | 'li' | 'aside' | undefined
  padding?: 'none' | 'small' | 'medium' | 'large' | undefined
  /** The card contains one `CardLink` that covers it; other actions lie above. */
  link?: boolean | undefined
  selected?: boolean | undefined
}

export const Card = ({ as = 'div', padding = 'medium', link, selected, className, ...rest }: CardProps) => {
  // Safe because the listed elements have the same attributes; only their role differs.
  const Element = as as 'div'
  return (
    <Element
      {...rest}
      className={classNames(css.card, css[padding], link && css.link, selected && css.selected, className)}
    />
  )
}

/** The link of a card. It covers the whole card. */
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

/** Icon and title, and at the end a date, a count or a pill. */
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

type SectionCardProps = Omit<CardProps, 'as' | 'title'> &
  Pick<CardTitleProps, 'icon' | 'end'> & {
    title: ReactNode
    /** The id of the title, which then names the section. */
    id?: string | undefined
  }

/** A section of a screen: a card that begins with its title. */
export const SectionCard = ({
  title,
  icon,
  end,
  id,
  padding = 'large',
  children,
  ...card
}: SectionCardProps) => (
  <Card {...card} {...(id && { 'aria-labelledby': id })} as="section" padding={padding}>
    <CardTitle {...{ id, icon, end }}>{title}</CardTitle>
    {children}
  </Card>
)
