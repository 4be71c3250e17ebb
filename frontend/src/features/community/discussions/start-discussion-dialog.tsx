import { useNavigate } from 'react-router-dom'
import { paths } from '../../../app/paths.ts'
import { startDiscussion } from './api.ts'
import { DiscussionDialog } from './discussion-dialog.tsx'

/** Starts a discussion and opens it. */
export const StartDiscussionDialog = ({ onClose }: { onClose: () => void }) => {
  const navigate = useNavigate()
  return (
    <DiscussionDialog
      title="Start a discussion"
      description="Everyone who is signed in can read it and reply."
      submitLabel="Start discussion"
      busyText="Starting..."
      failureText="Failed to start the discussion. Please try again."
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
