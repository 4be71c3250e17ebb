import { Button } from '../../shared/ui/button.tsx'
import { toast } from '../../shared/ui/toasts.ts'
import { loadFailure } from './load-failure.ts'
import { useSubmissions } from './submissions-store.ts'
import css from './more-button.module.css'

/** How much of the list is on screen, and the way to the next page. */
export const MoreButton = ({ shown }: { shown: number }) => {
  const { view, counts, filter, fetching, more } = useSubmissions()
  if (view.state !== 'ready' || view.nextCursor === null) return null
  const total = counts?.[filter.status]
  const press = () => {
    more().catch((error: unknown) =>
      toast({
        id: 'more',
        kind: 'error',
        text: loadFailure(error).title,
        action: { label: 'Retry', onPress: press },
      }),
    )
  }
  return (
    <div className={css.more}>
      <p role="status">
        Showing {shown.toLocaleString('en')}
        {total !== undefined && ` of ${total.toLocaleString('en')}`}
      </p>
      <Button busy={fetching} busyText="Loading..." onClick={press}>
        Show more
      </Button>
    </div>
  )
}
