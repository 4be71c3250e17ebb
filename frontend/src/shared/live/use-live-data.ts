import { useDeferredValue, useState } from 'react'
import { useStore } from 'zustand'
import { userChanges } from '../storage/user-data.ts'
import type { KeyArguments, LiveData } from './live-data.ts'
import type { LiveView } from './live-types.ts'

/**
 * Returns what a screen shows of a key, and follows it while the component is mounted. The first data takes longest to show: React
 * renders it in short steps, between which the page answers.
 */
export function useLiveData<Data, Key>(data: LiveData<Data, Key>, ...key: KeyArguments<Key>): LiveView<Data> {
  const latest = useStore(data.at(...key))
  const shown = useDeferredValue(latest)
  // Updates of a store are synchronous, so React could not split them. Later ones are small, and must not lag.
  return latest.data !== undefined && shown.state === 'loading' ? shown : latest
}

/** Returns a part of what `useLiveData` does. The component renders again only when that part is another value. */
export const useLivePart = <Data, Key, Part>(
  data: LiveData<Data, Key>,
  key: Key,
  select: (view: LiveView<Data>) => Part,
): Part => useStore(data.at(...([key] as KeyArguments<Key>)), select)

/**
 * Returns a value, or the last one while it is undefined, such as the list of the previous filter while the next one loads.
 * Forgets it when the user changes.
 */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState({ value, user: userChanges() })
  if (value !== undefined && value !== last.value) setLast({ value, user: userChanges() })
  return value ?? (last.user === userChanges() ? last.value : undefined)
}
