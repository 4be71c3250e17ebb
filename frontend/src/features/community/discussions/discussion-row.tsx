// A row of the list of discussions.

import type { DiscussionCard } from '@thirty/contracts/community/discussions-api.ts'
import { MessageCircle } from 'lucide-react'
import { Link } from '../../../shared/navigation/router.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { Time } from '../../../shared/ui/display/time.tsx'
import type { RowDefinition } from '../../../shared/ui/table/table-types.ts'
import { Entry, EntryText } from '../entry.tsx'
import { Figure, hidden } from '../figure.tsx'
import { t } from '../../../shared/i18n/t.ts'
import layout from '../../../shared/styles/layout.module.css'
import css from './discussions.module.css'

export const discussionRow: RowDefinition<DiscussionCard> = {
  id: ({ id }) => id,
  columns: [],
  card: (discussion) => <DiscussionEntry discussion={discussion} />,
}

const DiscussionEntry = ({ discussion }: { discussion: DiscussionCard }) => {
  const { id, title, excerpt, author, createdAt, editedAt, replies, latestAt } = discussion
  return (
    <Entry person={author} at={createdAt} editedAt={editedAt}>
      <h2 className={css.title}>
        <Link to={paths.discussion(id)} className={css.titleLink} dir="auto">
          {title}
        </Link>
      </h2>
      <EntryText text={excerpt} />
      <p className={layout.facts}>
        <Figure icon={MessageCircle}>{t.rich('community.replyCount', { count: replies, hidden })}</Figure>
        {replies > 0 && <span>{t.rich('community.lastReply', { time: () => <Time at={latestAt} /> })}</span>}
      </p>
    </Entry>
  )
}
