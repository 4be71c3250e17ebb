import { useIdentityProof } from '../http/proof-of-identity.ts'
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx'

const IdentityDialog = lazyDialog(async () => (await import('./identity-dialog.tsx')).IdentityDialog)

/**
 * Asks the user to prove again who they are, over any screen, while a request waits for it in `http/proof-of-identity.ts`. Only commands
 * of admins need that.
 */
export const IdentityQuestion = () => {
  const question = useIdentityProof((store) => store.question)
  return question && <IdentityDialog onConfirmed={question.answer} onClose={question.cancel} />
}
