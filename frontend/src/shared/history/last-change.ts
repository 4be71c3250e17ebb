import { create } from 'zustand'
import { onUserChange } from '../storage/user-data.ts'
import { tabStorage } from '../storage/browser-storage.ts'

/** A reset or a restore of this tab that can be undone: restoring `backupId` brings back what was before it. */
export type LastChange = {
  kind: 'reset' | 'restore'
  /** The run that it began. A later run makes the undo meaningless. */
  run: number
  backupId: string
}

const storageKey = 'thirty-last-history-change'

/** The latest reset or restore of this tab. It survives a reload of the page. Prerendered pages have none. */
export const useLastChange = create<{ change: LastChange | undefined }>(() => ({ change: undefined }))
useLastChange.setState({ change: storedChange() })
onUserChange(() => useLastChange.setState({ change: undefined }))

export function setLastChange(change: LastChange | undefined): void {
  if (change === undefined) tabStorage.remove(storageKey)
  else tabStorage.set(storageKey, JSON.stringify(change))
  useLastChange.setState({ change })
}

function storedChange(): LastChange | undefined {
  try {
    // Written by `setLastChange` of this or an earlier release.
    const change = JSON.parse(tabStorage.get(storageKey) ?? 'null') as Partial<LastChange> | null
    const isComplete = change?.kind && change.backupId && typeof change.run === 'number'
    return isComplete ? (change as LastChange) : undefined
  } catch {
    return undefined
  }
}
