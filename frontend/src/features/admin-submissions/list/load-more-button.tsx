import { Button } from '../../../shared/ui/controls/button.tsx'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { loadErrorMessage } from './load-error-message.ts'
import { useSubmissions } from '../submissions-store.ts'
import css from './load-more-button.module.css'

/** Shows how much of the list is loaded, and loads the next page. */
export const LoadMoreButton = ({ shownCount }: { shownCount: number }) => {
  const { list, counts, filter, fetching, loadMore } = useSubmissions()
  if (list.state !== 'ready' || list.nextCursor === null) return null
  const total = counts?.[filter.status]
  const load = () => {
    loadMore().catch((error: unknown) =>
      toast({
        id: 'more',
        kind: 'error',
        text: loadErrorMessage(error).title,
        action: { label: 'Retry', onPress: load },
      }),
    )
  }
  return (
    <div className={css.more}>
      <p role="status">
        Showing {shownCount.toLocaleString('en')}
        {total !== undefined && ` of ${total.toLocaleString('en')}`}
      </p>
      <Button busy={fetching} busyText="Loading..." onClick={load}>
        Show more
      </Button>
    </div>
  )
}
