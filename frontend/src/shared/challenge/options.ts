// The options of the challenge: their live data, which admins follow on the screen of settings, and how a component changes one of them.

import type { ChangeOptionsRequest, ChangeOptionsResponse } from '@thirty/contracts/challenge/options-api.ts'
import { useState } from 'react'
import { request } from '../http/http.ts'
import { useFormSubmit } from '../ui/forms/use-form-submit.ts'
import { liveData } from '../live/live-data.ts'
import { isAfter } from '../live/position.ts'

export const optionsData = liveData({
  load: (_key: undefined, signal) => request('GET', '/api/admin/challenge/options', { signal }),
  messages: {
    'options.changed': (loaded, { options, position, epoch }) => ({ ...loaded, options, position, epoch }),
  },
})

/** Shows the options after a change, unless the message about it or about a later one has arrived already. */
export const showChangedOptions = ({ options, position }: ChangeOptionsResponse): void =>
  optionsData.change((loaded) =>
    isAfter({ ...loaded, position }, loaded) ? { ...loaded, options, position } : loaded,
  )

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
