import { RefreshCw } from 'lucide-react'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { loadErrorMessage } from './load-error-message.ts'
import { submissionsStore } from '../submissions-store.ts'
import hidden from '../../../shared/ui/visually-hidden.module.css'

/** Reloads the list; the current rows stay if that fails. */
export const RefreshButton = () => {
  const isFetching = submissionsStore.use((store) => store.isFetching)
  const reload = () => {
    const { view, key: filter } = submissionsStore.getState()
    if (view.state === 'failed') return void submissionsStore.load(filter)
    submissionsStore.refresh().catch((error: unknown) =>
      toast({
        id: 'refresh',
        kind: 'error',
        text: loadErrorMessage(error).title,
        action: { label: 'Retry', onPress: reload },
      }),
    )
  }
  return (
    <Button
      icon={<RefreshCw aria-hidden="true" />}
      busy={isFetching}
      busyText=""
      onClick={reload}
      aria-label="Refresh"
    >
      <span className={hidden.visuallyHiddenOnPhones}>Refresh</span>
    </Button>
  )
}
