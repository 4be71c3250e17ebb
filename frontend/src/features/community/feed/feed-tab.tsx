import { ArrowUp } from 'lucide-react'
import { toTableView } from '../../../shared/live/to-table-view.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { EmptyState } from '../../../shared/ui/feedback/states.tsx'
import { DataTable } from '../../../shared/ui/table/data-table.tsx'
import { useTableQuery } from '../../../shared/ui/table/use-table-query.ts'
import { entryClasses } from '../entry.tsx'
import { showArrivals } from './feed.ts'
import { feedRow } from './feed-row.tsx'
import { feedStore } from './feed-store.ts'
import css from './feed-tab.module.css'

/** What the members did, newest first. New activities wait until the user shows them. */
export const FeedTab = () => {
  const [{ page }, changeQuery] = useTableQuery({ sorts: ['newest'] })
  const { view, moreState } = feedStore.use()
  const feed = view.state === 'ready' ? view.data : undefined
  return (
    <div className={css.feed}>
      <Arrivals count={feed?.arrivals.length ?? 0} hasMore={feed?.replacement !== undefined} />
      <DataTable
        label="Activity Feed"
        layout="list"
        view={toTableView(view, ({ items }) => items, {
          failed: 'Failed to fetch community data',
          onRetry: () => void feedStore.load(undefined),
        })}
        definition={feedRow}
        // New activities are held back by the bar above.
        countChanges={false}
        classes={entryClasses}
        cardHeight={200}
        paging={{
          page,
          onPage: (next) => changeQuery({ page: next }),
          firstPageSize: 30,
          pageSize: 30,
          hasMore: feed?.nextCursor != null,
          moreState,
          onMore: () => void feedStore.loadMore().catch(() => undefined),
        }}
        empty={
          <EmptyState title="No activity yet">
            Submissions, ratings and discussions appear here live.
          </EmptyState>
        }
      />
    </div>
  )
}

/** Offers the activities that arrived after the feed was loaded. */
const Arrivals = ({ count, hasMore }: { count: number; hasMore: boolean }) => {
  if (count === 0) return null
  return (
    <Button
      wide
      className={css.arrivals}
      icon={<ArrowUp aria-hidden="true" />}
      onClick={() => feedStore.change(showArrivals)}
    >
      Show {count.toLocaleString('en')}
      {hasMore && '+'} new
    </Button>
  )
}
