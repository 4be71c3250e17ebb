import { useNavigate } from 'react-router-dom'
import { paths } from '../../../app/paths.ts'
import { startDiscussion } from './api.ts'
import { DiscussionDialog } from './discussion-dialog.tsx'
import { t } from '../messages/t.ts'

/** Starts a discussion and opens it. */
export const StartDiscussionDialog = ({ onClose }: { onClose: () => void }) => {
  const navigate = useNavigate()
  return (
    <DiscussionDialog
      title={t('startADiscussion')}
      description={t('whoCanRead')}
      submitLabel={t('startDiscussion')}
      busyText={t('starting')}
      failureText={t('notStarted')}
      unsent="discussion"
      defaultValues={{ title: '', text: '' }}
      send={startDiscussion}
      onDone={(id) => {
        onClose()
        void navigate(paths.discussion(id))
      }}
      onClose={onClose}
    />
  )
}
