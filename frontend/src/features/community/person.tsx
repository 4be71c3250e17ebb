// A person of the community, with the username on a second line.

import type { ReactNode } from 'react'
import { formatName } from '../../shared/format/format-name.ts'
import { PersonLink } from '../../shared/people/person-link.tsx'
import { Avatar } from '../../shared/ui/avatar/avatar.tsx'
import { FullText } from '../../shared/ui/controls/tooltip.tsx'
import css from './person.module.css'

type PersonWithHandleProps = {
  person: { id: string; name: string; username: string | null; avatar: string | null }
  /** Behind the name. */
  badge?: ReactNode
}

export const PersonWithHandle = ({
  person: { id, name, username, avatar },
  badge,
}: PersonWithHandleProps) => (
  <PersonLink userId={id} className={css.person}>
    <Avatar id={id} name={name} image={avatar} size={36} />
    <span className={css.who}>
      <span className={css.line}>
        <FullText as="strong" className={css.name} dir="auto" focusable={false}>
          {formatName(name)}
        </FullText>
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
