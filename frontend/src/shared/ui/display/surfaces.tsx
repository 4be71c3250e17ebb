// Surfaces, which set something apart: a card, `SectionCard`, a section of a screen with a title, a banner, which is a message above the
// content that it concerns, badges for a status, a count, the user's own row, the words of a list as chips, and a key of the keyboard. And
// what cards list: names, each with its value.

import { hasVisibleText } from '@thirty/contracts/user-texts/visible-text.ts'
import { Check, CircleAlert, CircleCheck, CircleMinus, Clock, Info, TriangleAlert, X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { formatNumber, t } from '../../i18n/t.ts'
import { Link } from '../../navigation/router.ts'
import layout from '../../styles/layout.module.css'
import { classNames } from '../class-names.ts'
import { Button, ButtonLink } from '../controls/button.tsx'
import badge from './badge.module.css'
import banner from './banner.module.css'
import card from './card.module.css'

type CardProps = ComponentProps<'div'> & {
  as?: 'div' | 'section' | 'article' | 'li' | 'aside' | undefined
  padding?: 'none' | 'medium' | 'large' | undefined
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
      className={classNames(
        card.card,
        card[padding],
        link && card.link,
        selected && card.selected,
        className,
      )}
    />
  )
}

/** The link of a card. It covers the whole card. */
export const CardLink = ({ className, ...rest }: ComponentProps<typeof Link>) => (
  <Link {...rest} className={classNames(card.cardLink, className)} />
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
  <div className={card.head}>
    {icon && (
      <span className={card.icon} aria-hidden="true">
        {icon}
      </span>
    )}
    <Heading id={id} className={card.title}>
      {children}
    </Heading>
    {end && <span className={card.end}>{end}</span>}
  </div>
)

type SectionCardProps = Omit<CardProps, 'as' | 'title'> &
  Pick<CardTitleProps, 'icon' | 'end'> & {
    title: ReactNode
    /** The id of the title, which then names the section. */
    id?: string | undefined
  }

/** A section of a screen: a card that begins with its title. */
export const SectionCard = ({ title, icon, end, id, children, ...rest }: SectionCardProps) => (
  <Card padding="large" {...rest} {...(id && { 'aria-labelledby': id })} as="section">
    <CardTitle {...{ id, icon, end }}>{title}</CardTitle>
    {children}
  </Card>
)

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

export const Banner = ({ kind, title, icon = icons[kind], live, children, ...end }: BannerProps) =>
  children !== undefined &&
  children !== false && (
    <div
      className={`${banner.banner} ${banner[kind]}`}
      role={live ? (kind === 'danger' ? 'alert' : 'status') : undefined}
    >
      <span className={banner.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={banner.text}>
        {title && <strong>{title} </strong>}
        <span className={layout.contents}>{children}</span>
      </div>
      {end.action}
      {end.button && <Button size="small" {...end.button} />}
      {end.link && <ButtonLink size="small" {...end.link} />}
    </div>
  )

/** Says that something is done; nothing while it is not. */
export const Success = ({ text }: { text: ReactNode }) => (
  <Banner kind="success" live>
    {text}
  </Banner>
)

/** Why something failed; nothing while it has not. */
export const Failure = ({ text }: { text: ReactNode }) => (
  <Banner kind="danger" live>
    {text}
  </Banner>
)

export type BadgeTone = 'neutral' | 'success' | 'info' | 'warning' | 'danger'

export type BadgeProps = { tone?: BadgeTone | undefined; icon?: ReactNode; label: ReactNode }

/** An icon and a label on a soft background. */
export const Badge = ({ tone = 'neutral', icon, label }: BadgeProps) => (
  <span className={`${badge.badge} ${badge[tone]}`}>
    {icon && (
      <span className={badge.icon} aria-hidden="true">
        {icon}
      </span>
    )}
    <span>{label}</span>
  </span>
)

const statuses: Record<string, BadgeProps> = {
  submitted: { tone: 'warning', icon: <Clock />, label: t('common.pending') },
  pending: { tone: 'warning', icon: <Clock />, label: t('common.pending') },
  approved: { tone: 'success', icon: <Check />, label: t('common.approved') },
  rejected: { tone: 'danger', icon: <X />, label: t('common.rejected') },
  active: { tone: 'success', icon: <CircleCheck />, label: t('common.active') },
  inactive: { tone: 'neutral', icon: <CircleMinus />, label: t('common.inactive') },
}

/** The status of a project or a person. An unknown status is shown as it was sent. */
export const StatusBadge = ({ status = 'submitted' }: { status?: string | undefined }) => (
  <Badge {...(statuses[status.toLowerCase()] ?? { label: status })} />
)

/** Marks the user's own row. */
export const YouBadge = () => <span className={`${badge.badge} ${badge.you}`}>{t('common.you')}</span>

/** A count beside a label, such as in a tab. */
export const CountBadge = ({ count, loud = false }: { count: number; loud?: boolean }) => (
  <span className={loud ? `${badge.count} ${badge.loud}` : badge.count}>{formatNumber(count)}</span>
)

/** A key of the keyboard. */
export const KeyHint = ({ children }: { children: ReactNode }) => <kbd className={badge.key}>{children}</kbd>

/** One chip per entry of a comma-separated list (languages, frameworks), in the code font. */
export const Chips = ({ text, label = t('common.languages') }: { text: string; label?: string }) => {
  const entries = splitCommaList(text)
  if (entries.length === 0) return null
  return (
    <ul className={badge.chips} aria-label={label}>
      {entries.map((entry) => (
        <li key={entry} className={badge.chip}>
          {entry}
        </li>
      ))}
    </ul>
  )
}

/** Splits a comma-separated list. Trims the entries and omits blank ones and repetitions, regardless of case. */
export const splitCommaList = (text: string): string[] => {
  const seen = new Set<string>()
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => {
      const key = entry.normalize('NFKC').toLowerCase()
      if (!hasVisibleText(entry) || seen.has(key)) return false
      seen.add(key)
      return true
    })
}

type DescriptionListProps = {
  /** Without those whose value is `false`. */
  entries: readonly (readonly [name: string, value: ReactNode, className?: string | undefined])[]
  className: string | undefined
  /** The class of each value. */
  valueClass?: string | undefined
}

/** A list of names, each with its value, such as the participants and projects of a backup. Its users lay it out. */
export const DescriptionList = ({ entries, className, valueClass }: DescriptionListProps) => (
  <dl className={className}>
    {entries.map(
      ([name, value, entryClass]) =>
        value !== false && (
          <div key={name} className={entryClass}>
            <dt>{name}</dt>
            <dd className={valueClass}>{value}</dd>
          </div>
        ),
    )}
  </dl>
)
