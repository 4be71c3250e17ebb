import { useState } from 'react'
import type { ChangeOptionsRequest, ChangeOptionsResponse } from '@thirty/contracts/challenge/options-api.ts'
import { request } from '../http/http.ts'
import { useFormSubmit } from '../http/use-form-submit.ts'

/**
 * An option of the challenge with the function that changes it. `shown` is the requested value while the request is pending, and the
 * actual one otherwise. `onChanged` receives the options after a change.
 */
export function useOption<Value>(
  actual: Value,
  failureText: string,
  onChanged: (response: ChangeOptionsResponse) => void,
) {
  const { pending, failure, run } = useFormSubmit(failureText)
  const [requested, setRequested] = useState(actual)
  const change = async (next: Value, body: ChangeOptionsRequest) => {
    // One request at a time: a second press meanwhile would be shown, but not sent.
    if (pending || next === actual) return
    setRequested(next)
    const response = await run(() => request('PUT', '/api/admin/challenge/options', { body }))
    if (response) onChanged(response)
  }
  return { pending, failure, shown: pending ? requested : actual, change }
}
