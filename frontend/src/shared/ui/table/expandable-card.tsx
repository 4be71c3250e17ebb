// Rows of a `DataTable` as cards, each with a button that shows and hides the details below it.

import type { ReactNode } from 'react'
import { ChevronDown } from 'lucide-react'
import { CountBadge, Card } from '../display/surfaces.tsx'
import type { RowContext } from './table-rows.tsx'
import css from './expandable-card.module.css'

/** The `classes` of a `DataTable` with such rows. */
export const expandableCardClasses = { list: css.list, item: css.item }

type ExpandableCardProps = Pick<RowContext, 'toggle'> & {
  /** An avatar or image. */
  lead: ReactNode
  title: string
  /** Badges behind the title. */
  badges?: ReactNode
  /** A line below the title. */
  text: string
  chart?: ReactNode
  /** Up to four, without those that are `false`, in columns on wide screens; on less wide ones the fourth is below the others. */
  facts: readonly ReactNode[]
}

/** A row of a table as a card that opens its details. Long texts are cut until it is open. */
export const ExpandableCard = ({ toggle, lead, title, badges, text, chart, facts }: ExpandableCardProps) => (
  <Card padding="none" link className={css.card}>
    {lead}
    <div className={css.words}>
      <h2 className={css.title}>
        <button {...toggle} className={css.toggle} dir="auto">
          {title}
        </button>
        {badges}
      </h2>
      <p className={css.text}>{text}</p>
    </div>
    <span className={css.chart}>{chart}</span>
    <p className={css.facts}>
      {facts.map((fact, index) => fact !== false && <span key={index}>{fact}</span>)}
    </p>
    <ChevronDown className={css.arrow} size={18} />
  </Card>
)

type DetailsProps = {
  title: string
  count: number
  actions?: ReactNode
  children: ReactNode
}

/** The details below an open card. */
export const ExpandableCardDetails = ({ title, count, actions, children }: DetailsProps) => (
  <div className={css.details}>
    <div className={css.detailsHead}>
      <h3>{title}</h3>
      <CountBadge count={count} />
      <span className={css.actions}>{actions}</span>
    </div>
    {children}
  </div>
)
