import { lazy, Suspense } from 'react'
import { useIdentityProof } from '../http/proof-of-identity.ts'

const IdentityDialog = lazy(async () => ({ default: (await import('./identity-dialog.tsx')).IdentityDialog }))

/** Asks the user to prove who they are, over any screen, while a command waits. */
export const IdentityQuestion = () => {
  const question = useIdentityProof((store) => store.question)
  return <Suspense fallback={null}>{question && <IdentityDialog question={question} />}</Suspense>
}
