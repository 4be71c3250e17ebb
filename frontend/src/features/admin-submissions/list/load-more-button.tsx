import { Button } from '../../../shared/ui/controls/button.tsx'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { loadErrorMessage } from './load-error-message.ts'
import { submissionsStore, useSubmissionList } from '../submissions-store.ts'
import css from './load-more-button.module.css'

/** Shows how much of the list is loaded, and loads the next page. */
export const LoadMoreButton = ({ shownCount }: { shownCount: number }) => {
  const list = useSubmissionList()
  const status = submissionsStore.use((store) => store.key.status)
  const moreState = submissionsStore.use((store) => store.moreState)
  if (list === undefined || list.nextCursor === null) return null
  const total = list.counts[status]
  const load = () => {
    submissionsStore.loadMore().catch((error: unknown) =>
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
        {` of ${total.toLocaleString('en')}`}
      </p>
      <Button busy={moreState === 'loading'} busyText="Loading..." onClick={load}>
        Show more
      </Button>
    </div>
  )
}
