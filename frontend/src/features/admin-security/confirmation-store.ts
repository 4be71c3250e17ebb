import { create } from 'zustand'
import { RequestFailed } from '../../shared/http/request-failed.ts'

type ConfirmationStore = {
  /** What the server gave for the last confirmation; it works for ten minutes. */
  confirmation: string | undefined
  /** Set while the dialog is open. */
  question: { answer: (confirmation: string) => void; cancel: () => void } | undefined
}

export const useConfirmation = create<ConfirmationStore>(() => ({
  confirmation: undefined,
  question: undefined,
}))

/**
 * Sends a change. If the server wants to know first who the user is, asks them and sends it again. Rejects with
 * `AbortError` if they do not say it.
 */
export async function confirmed<Response>(
  send: (confirmation: { confirmation?: string }) => Promise<Response>,
): Promise<Response> {
  const { confirmation } = useConfirmation.getState()
  try {
    return await send(confirmation === undefined ? {} : { confirmation })
  } catch (error) {
    if (!(error instanceof RequestFailed && error.code === 'confirmation-needed')) throw error
    return send({ confirmation: await ask() })
  }
}

function ask(): Promise<string> {
  return new Promise((resolve, reject) => {
    const close = () => useConfirmation.setState({ question: undefined })
    useConfirmation.setState({
      confirmation: undefined,
      question: {
        answer: (confirmation) => {
          close()
          useConfirmation.setState({ confirmation })
          resolve(confirmation)
        },
        cancel: () => {
          close()
          reject(new DOMException('The user did not confirm.', 'AbortError'))
        },
      },
    })
  })
}
