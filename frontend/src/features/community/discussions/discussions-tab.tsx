// The discussions, or the one in the URL.

import { MessageSquarePlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from '../../../shared/navigation/router.ts'
import type { LiveView } from '../../../shared/live/live-types.ts'
import { toPaging, toTableView } from '../../../shared/live/to-table-view.ts'
import { lazyDialog } from '../../../shared/ui/dialog/lazy-dialog.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { EmptyState } from '../../../shared/ui/feedback/states.tsx'
import { DataTable } from '../../../shared/ui/table/data-table.tsx'
import { useTableQuery } from '../../../shared/ui/table/use-table-query.ts'
import { entryClasses } from '../entry.tsx'
import type { Discussions } from './all-discussions.ts'
import { discussionRow } from './discussion-row.tsx'
import { People } from '../../../shared/people/people.tsx'
import { t } from '../../../shared/i18n/t.ts'
import layout from '../../../shared/styles/layout.module.css'
import css from './discussions.module.css'

const DiscussionView = lazy(async () => ({ default: (await import('./discussion-view.tsx')).DiscussionView }))
const StartDiscussionDialog = lazyDialog(
  async () => (await import('./discussion-dialog.tsx')).StartDiscussionDialog,
)

type ListProps = { view: LiveView<Discussions> }

export const DiscussionsTab = ({ view }: ListProps) => {
  const [parameters] = useSearchParams()
  const id = parameters.get('discussion')
  return (
    <Suspense fallback={null}>
      {id === null ? <DiscussionList view={view} /> : <DiscussionView id={id} />}
    </Suspense>
  )
}

const DiscussionList = ({ view }: ListProps) => {
  const [{ page }, changeQuery] = useTableQuery({ sorts: ['latest'] })
  const { data: list } = view
  const [isStarting, setIsStarting] = useState(false)
  const start = (
    <Button kind="primary" icon={<MessageSquarePlus />} onClick={() => setIsStarting(true)}>
      {t('community.startADiscussion')}
    </Button>
  )
  return (
    <div className={layout.stack12}>
      {list && list.discussions.length > 0 && <div className={css.actions}>{start}</div>}
      <People of={(list?.discussions ?? []).map(({ author }) => author)}>
        <DataTable
          label={t('common.discussions')}
          layout="list"
          holds="order"
          view={toTableView(view, ({ discussions }) => discussions, { failed: t('community.loadingFailed') })}
          definition={discussionRow}
          classes={entryClasses}
          cardHeight={130}
          paging={toPaging(view, page, changeQuery)}
          empty={
            <EmptyState title={t('community.noDiscussions')} action={start}>
              {t('community.askQuestion')}
            </EmptyState>
          }
        />
      </People>
      {isStarting && <StartDiscussionDialog onClose={() => setIsStarting(false)} />}
    </div>
  )
}
