// The parts of the lists of the community: an entry, such as an activity, a discussion or a reply, with avatar, sentence, time and content;
// parts of that content; and a person with the username on a second line.

import type { PersonSummary } from '@thirty/contracts/accounts/person-summary-api.ts'
import type { ReactNode } from 'react'
import type { LucideIcon } from 'lucide-react'
import { PersonLink, PersonName, Avatar } from '../../shared/people/people.tsx'
import { ownUserId } from '../../shared/session/session.ts'
import { YouBadge } from '../../shared/ui/display/surfaces.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { Skeleton } from '../../shared/ui/feedback/states.tsx'
import { t, formatName } from '../../shared/i18n/t.ts'
import { FullText } from '../../shared/ui/controls/tooltip.tsx'
import layout from '../../shared/styles/layout.module.css'
import words from '../../shared/styles/words.module.css'
import css from './entry.module.css'

/** The `classes` of a `DataTable` whose rows are entries. */
export const entryClasses = { list: layout.column, item: css.item }

type EntryProps = {
  person: PersonSummary
  /** What the person did, after the name. */
  what?: ReactNode
  /** ISO time. */
  at: string
  /** ISO time of the last change of the text; null if there was none. */
  editedAt?: string | null
  /** Buttons behind the time. */
  actions?: ReactNode
  children?: ReactNode
}

export const Entry = ({ person, what, at, editedAt = null, actions, children }: EntryProps) => (
  <article className={css.entry}>
    <Avatar id={person.id} name={person.name} image={person.avatar} size={44} />
    <div className={css.content}>
      <div className={css.head}>
        <p className={css.sentence}>
          <PersonLink userId={person.id}>
            <PersonName as="strong" person={person} />
          </PersonLink>{' '}
          {person.id === ownUserId() && <YouBadge />} {what}
        </p>
        <span className={css.time}>
          <Time at={at} />
        </span>
        {actions !== undefined && <span className={css.actions}>{actions}</span>}
      </div>
      {children}
      {editedAt !== null && (
        <p className={words.faint}>{t.rich('community.edited', { time: () => <Time at={editedAt} /> })}</p>
      )}
    </div>
  </article>
)

export const EntryOutline = ({ children }: Pick<EntryProps, 'children'>) => (
  <div className={`${css.entry} ${css.item}`}>
    <Skeleton shape="avatar" width="44px" height="44px" />
    <div className={css.content}>
      <Skeleton width="80%" height="1lh" />
      {children}
    </div>
  </div>
)

/** A text of a user with its line breaks. */
export const EntryText = ({ text, isQuote = false }: { text: string; isQuote?: boolean }) => (
  <p className={css.text} data-quote={isQuote || undefined} dir="auto">
    {text}
  </p>
)

/** A small number with an icon, such as the number of likes. The number is followed by the counted thing for screen readers. */
export const Figure = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <span className={css.figure}>
    <Icon size={16} strokeWidth={1.9} />
    {children}
  </span>
)

/** `badge`: behind the name. */
export const PersonWithHandle = ({ person, badge }: { person: PersonSummary; badge?: ReactNode }) => (
  <PersonLink userId={person.id} className={css.person}>
    <Avatar id={person.id} name={person.name} image={person.avatar} size={36} />
    <span className={css.who}>
      <span className={css.line}>
        <FullText
          as="strong"
          className={css.name}
          dir="auto"
          focusable={false}
          text={formatName(person.name)}
        />
        {badge}
      </span>
      {person.username !== null && (
        <span className={css.handle}>
          <bdi>{`@${person.username}`}</bdi>
        </span>
      )}
    </span>
  </PersonLink>
)
