// Asks users to prove again who they are when the server wants that for a command, and sends the request again. `app/root.tsx` opens the
// dialog.

import { confirmationHeader } from '@thirty/contracts/accounts/two-factor.ts'
import { create } from 'zustand'
import { onUserChange } from '../storage/user-change.ts'
import { RequestFailed } from './request-failed.ts'

type IdentityStore = {
  /** The last proof that the server issued; it works for ten minutes. */
  confirmation: string | undefined
  /** Set while the dialog is open, which answers with the proof that the server issued. */
  question: { answer: (confirmation: string) => void; cancel: () => void } | undefined
}

const none: IdentityStore = { confirmation: undefined, question: undefined }

/** The proof of the user of this tab, and the question for one. */
export const useIdentityProof = create<IdentityStore>(() => none)
onUserChange(() => {
  useIdentityProof.getState().question?.cancel()
  useIdentityProof.setState(none)
})

/** Returns the header with the proof, if there is one. */
export function identityProofHeaders(): Record<string, string> {
  const { confirmation } = useIdentityProof.getState()
  return confirmation === undefined ? {} : { [confirmationHeader]: confirmation }
}

/** Whether a request failed because the server wants a proof of who the user is. */
export const needsIdentityProof = (error: unknown): boolean =>
  error instanceof RequestFailed && error.code === 'confirmation-needed'

/**
 * Sends a request. If the server wants a proof of who the user is, asks for it and sends the request again. If the user cancels, rejects
 * with the first error.
 */
export async function withIdentityProof<Response>(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    if (!needsIdentityProof(error) || !(await askOnce())) throw error
    return send()
  }
}

let asking: Promise<boolean> | undefined

/** Asks who the user is, and returns whether they have proved it: requests that fail meanwhile wait for the same answer. */
function askOnce(): Promise<boolean> {
  if (asking) return asking
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const end = (confirmation?: string) => {
    asking = undefined
    useIdentityProof.setState({ confirmation, question: undefined })
    resolve(confirmation !== undefined)
  }
  useIdentityProof.setState({ confirmation: undefined, question: { answer: end, cancel: () => end() } })
  asking = promise
  return promise
}
