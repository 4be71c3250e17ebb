import { lazy, Suspense } from 'react'
import { useConfirmation } from '../http/confirmation.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

/** Asks who the user is, over any screen, while a request waits for that. */
export const ConfirmationQuestion = () => {
  const question = useConfirmation((store) => store.question)
  return <Suspense fallback={null}>{question && <ConfirmDialog question={question} />}</Suspense>
}
