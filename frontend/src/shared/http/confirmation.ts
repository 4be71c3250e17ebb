import { confirmationHeader } from '@thirty/contracts/accounts/two-factor.ts'
import { create } from 'zustand'
import { onUserChange } from '../storage/user-data.ts'
import { RequestFailed } from './request-failed.ts'

type Question = {
  /** Says who the user is, with what the server gave for the proof. */
  answer: (confirmation: string) => void
  cancel: () => void
}

type ConfirmationStore = {
  /** What the server gave for the last confirmation; it works for ten minutes. */
  confirmation: string | undefined
  /** Set while the dialog is open. */
  question: Question | undefined
}

const none: ConfirmationStore = { confirmation: undefined, question: undefined }

/** Whether the user of this tab has confirmed who they are. */
export const useConfirmation = create<ConfirmationStore>(() => none)
onUserChange(() => {
  useConfirmation.getState().question?.cancel()
  useConfirmation.setState(none)
})

/** Returns the header that says that the user has confirmed who they are. */
export function confirmationHeaders(): Record<string, string> {
  const { confirmation } = useConfirmation.getState()
  return confirmation === undefined ? {} : { [confirmationHeader]: confirmation }
}

/** Whether a request failed because the user did not confirm who they are. */
export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof RequestFailed && error.code === 'confirmation-needed'

/**
 * Sends a request. If the server wants to know first who the user is, asks them and sends it again. Rejects as before if they do not
 * say it.
 */
export async function confirmed<Response>(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    if (!isUnconfirmed(error) || !(await askOnce())) throw error
    return send()
  }
}

let asking: Promise<boolean> | undefined

/** Asks who the user is: requests that fail meanwhile wait for the same answer. */
const askOnce = (): Promise<boolean> => (asking ??= ask().finally(() => (asking = undefined)))

function ask(): Promise<boolean> {
  return new Promise((resolve) => {
    useConfirmation.setState({
      confirmation: undefined,
      question: {
        answer: (confirmation) => {
          useConfirmation.setState({ confirmation, question: undefined })
          resolve(true)
        },
        cancel: () => {
          useConfirmation.setState({ question: undefined })
          resolve(false)
        },
      },
    })
  })
}
