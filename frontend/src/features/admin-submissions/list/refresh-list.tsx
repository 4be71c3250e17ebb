import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { RefreshButton } from '../../../shared/ui/page/refresh-button.tsx'
import { loadErrorMessage } from './load-error-message.ts'
import { submissionsStore } from '../submissions-store.ts'
import { t } from '../messages/t.ts'

/** Reloads the list; the current rows stay if that fails. */
export const RefreshList = () => {
  const isFetching = submissionsStore.use((store) => store.isFetching)
  const reload = () => {
    const { view, key: filter } = submissionsStore.getState()
    if (view.state === 'failed') return void submissionsStore.load(filter)
    submissionsStore.refresh().catch((error: unknown) =>
      toast({
        id: 'refresh',
        kind: 'error',
        text: loadErrorMessage(error).title,
        action: { label: t('retry'), onPress: reload },
      }),
    )
  }
  return <RefreshButton busy={isFetching} onPress={reload} />
}
