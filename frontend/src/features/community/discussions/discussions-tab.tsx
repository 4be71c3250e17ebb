// The tab Discussions of the community: the list, with the button that starts one, or the discussion in the URL.

import { MessageCircle, MessageSquarePlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams, paths } from '../../../shared/navigation/router.ts'
import { useLiveData } from '../../../shared/live/live-data.ts'
import { lazyDialog } from '../../../shared/ui/dialog/lazy-dialog.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { DataTable } from '../../../shared/ui/table/data-table.tsx'
import { Entry, entryClasses, EntryText, Figure } from '../entry.tsx'
import { allDiscussions } from './discussions.ts'
import { People } from '../../../shared/people/people.tsx'
import { t } from '../../../shared/i18n/t.ts'
import type { DiscussionCard } from '@thirty/contracts/community/discussions-api.ts'
import { Time } from '../../../shared/ui/display/time.tsx'
import type { RowDefinition } from '../../../shared/ui/table/table-rows.tsx'
import layout from '../../../shared/styles/layout.module.css'
import css from './discussions.module.css'

const DiscussionView = lazy(async () => ({ default: (await import('./discussion-view.tsx')).DiscussionView }))
const StartDiscussionDialog = lazyDialog(
  async () => (await import('./discussion-view.tsx')).StartDiscussionDialog,
)

export const DiscussionsTab = () => {
  const [parameters] = useSearchParams()
  const id = parameters.get('discussion')
  return <Suspense fallback={null}>{id === null ? <DiscussionList /> : <DiscussionView id={id} />}</Suspense>
}

const DiscussionList = () => {
  const view = useLiveData(allDiscussions)
  const list = view.data?.discussions
  const [isStarting, setIsStarting] = useState(false)
  const start = (
    <Button kind="primary" icon={<MessageSquarePlus />} onClick={() => setIsStarting(true)}>
      {t('community.startADiscussion')}
    </Button>
  )
  return (
    <div className={layout.stack12}>
      {list && list.length > 0 && <div className={css.actions}>{start}</div>}
      <People of={(list ?? []).map(({ author }) => author)}>
        <DataTable
          label={t('common.discussions')}
          holds="order"
          rows={list}
          view={view}
          failed={t('community.loadingFailed')}
          definition={discussionRow}
          classes={entryClasses}
          cardHeight={130}
          paging={{}}
          empty={{ title: t('community.noDiscussions'), text: t('community.askQuestion'), action: start }}
        />
      </People>
      {isStarting && <StartDiscussionDialog onClose={() => setIsStarting(false)} />}
    </div>
  )
}

const discussionRow: RowDefinition<DiscussionCard> = {
  id: ({ id }) => id,
  card: ({ id, title, excerpt, author, createdAt, editedAt, replies, latestAt }) => (
    <Entry person={author} at={createdAt} editedAt={editedAt}>
      <h2 className={css.title}>
        <Link to={paths.discussion(id)} className={css.titleLink} dir="auto">
          {title}
        </Link>
      </h2>
      <EntryText text={excerpt} />
      <p className={layout.facts}>
        <Figure icon={MessageCircle}>{t.rich('community.replyCount', { count: replies })}</Figure>
        {replies > 0 && <span>{t.rich('community.lastReply', { time: () => <Time at={latestAt} /> })}</span>}
      </p>
    </Entry>
  ),
}
