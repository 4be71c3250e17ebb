// For buttons whose change asks admins to confirm who they are: if they cancel that, nothing has failed.

import { useState } from 'react'
import { needsIdentityProof } from '../../shared/http/proof-of-identity.ts'
import { errorMessage } from '../../shared/http/request-failed.ts'
import { t } from '../../shared/i18n/t.ts'

/** The state of a change that a button starts. `run` returns the response, or undefined if it failed or was cancelled. */
export function useProvenChange() {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const run = async <Response>(change: () => Promise<Response>): Promise<Response | undefined> => {
    setBusy(true)
    setFailure(undefined)
    try {
      return await change()
    } catch (error) {
      if (!needsIdentityProof(error)) setFailure(errorMessage(error, t('common.didNotWork')))
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, run }
}

/** For a `ConfirmedButton`, which has the state: does nothing if the user does not confirm who they are; other errors are passed on. */
export async function unlessProofCancelled(change: () => Promise<void>): Promise<void> {
  try {
    await change()
  } catch (error) {
    if (!needsIdentityProof(error)) throw error
  }
}
