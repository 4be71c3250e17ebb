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

/** An entry that is loading. */
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

type FigureProps = {
  icon: LucideIcon
  /** The number, and the counted thing for screen readers. */
  children: ReactNode
}

/** A small number with an icon, such as the number of likes. */
export const Figure = ({ icon: Icon, children }: FigureProps) => (
  <span className={css.figure}>
    <Icon size={16} strokeWidth={1.9} />
    {children}
  </span>
)

export const PersonWithHandle = ({
  person: { id, name, username, avatar },
  badge,
}: {
  person: { id: string; name: string; username: string | null; avatar: string | null }
  /** Behind the name. */
  badge?: ReactNode
}) => (
  <PersonLink userId={id} className={css.person}>
    <Avatar id={id} name={name} image={avatar} size={36} />
    <span className={css.who}>
      <span className={css.line}>
        <FullText as="strong" className={css.name} dir="auto" focusable={false} text={formatName(name)} />
        {badge}
      </span>
      {username !== null && (
        <span className={css.handle}>
          <bdi>{`@${username}`}</bdi>
        </span>
      )}
    </span>
  </PersonLink>
)
