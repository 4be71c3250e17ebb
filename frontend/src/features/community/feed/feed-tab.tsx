// The tab with the activity feed of the community, newest first. New activities wait until the user shows them.

import { ArrowUp } from 'lucide-react'
import { Component, useRef, type RefObject } from 'react'
import type { LiveView } from '../../../shared/live/live-types.ts'
import { toPaging, toTableView } from '../../../shared/live/to-table-view.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { EmptyState } from '../../../shared/ui/feedback/states.tsx'
import { moveFocus } from '../../../shared/ui/move-focus.ts'
import { DataTable } from '../../../shared/ui/table/data-table.tsx'
import { useTableQuery } from '../../../shared/ui/table/table-query.tsx'
import { entryClasses } from '../entry.tsx'
import { showArrivals, type Feed, activityFeed } from './feed.ts'
import { feedRow, FeedOutline, gatherCompletions } from './feed-row.tsx'
import { People } from '../../../shared/people/people.tsx'
import { t } from '../../../shared/i18n/t.ts'
import css from './feed-tab.module.css'

export const FeedTab = ({ view }: { view: LiveView<Feed> }) => {
  const [{ page }, changeQuery] = useTableQuery({ sorts: ['newest'] })
  const { data: feed } = view
  const element = useRef<HTMLDivElement>(null)
  return (
    <div ref={element} className={css.feed}>
      <Arrivals
        feed={element}
        count={feed?.arrivals.length ?? 0}
        hasMore={feed?.replacement !== undefined}
        onShow={() => {
          activityFeed.change(showArrivals)
          // The button disappears; the new activities begin the list.
          const list = element.current?.querySelector<HTMLElement>('ol')
          if (list) moveFocus(list)
        }}
      />
      <People of={(feed?.items ?? []).map(({ person }) => person)}>
        <DataTable
          label={t('community.activityFeed')}
          view={toTableView(view, ({ items }) => gatherCompletions(items), {
            failed: t('community.loadingFailed'),
          })}
          definition={feedRow}
          // New activities are held back by the bar above.
          holds="nothing"
          classes={entryClasses}
          outline={<FeedOutline />}
          cardHeight={200}
          paging={{
            ...toPaging(view, page, changeQuery),
            firstPageSize: 30,
            pageSize: 30,
          }}
          empty={
            <EmptyState title={t('community.noActivity')}>{t('community.activityAppearsHere')}</EmptyState>
          }
        />
      </People>
    </div>
  )
}

type ArrivalsProps = {
  feed: RefObject<HTMLElement | null>
  count: number
  hasMore: boolean
  onShow: () => void
}

/**
 * Offers the activities that arrived after the feed was loaded. The text that is being read stays in its place when the button appears
 * above it: browsers do that only where they have found something to hold on to. At the top of the page, the button moves the feed down, so
 * that it is seen. A class, because only classes can look at the page before React changes it.
 */
class Arrivals extends Component<ArrivalsProps> {
  override getSnapshotBeforeUpdate({ count }: ArrivalsProps): number | null {
    const appears = count === 0 && this.props.count > 0
    return appears && scrollY > 0 ? this.#topOfList() : null
  }

  override componentDidUpdate(_props: ArrivalsProps, _state: unknown, topBefore: number | null): void {
    if (topBefore === null) return
    const top = this.#topOfList()
    if (top !== null) scrollBy({ top: top - topBefore, behavior: 'instant' })
  }

  /** Where the list begins in the window, in px; null without one, such as while it is empty. */
  #topOfList(): number | null {
    return this.props.feed.current?.querySelector('ol')?.getBoundingClientRect().top ?? null
  }

  override render() {
    const { count, hasMore, onShow } = this.props
    if (count === 0) return null
    return (
      <Button wide className={css.arrivals} icon={<ArrowUp />} onClick={onShow}>
        {hasMore ? t('community.showNewAndMore', { count }) : t('community.showNew', { count })}
      </Button>
    )
  }
}
