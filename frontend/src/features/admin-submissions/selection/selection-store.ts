import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { maxReviewsAtOnce } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { create } from 'zustand'
import { onUserChange } from '../../../shared/storage/user-data.ts'

/** The ids of the selected submissions, in the order of their selection, at most `maxReviewsAtOnce`. */
type Selection = { ids: readonly string[] }

const none: Selection = { ids: [] }

export const useSelection = create<Selection>()(() => none)

onUserChange(() => clearSelection())

export const clearSelection = (): void => useSelection.setState(none)

/** Selects a submission, or removes it from the selection. A full selection takes no more. */
export const toggleSelected = (id: string): void =>
  useSelection.setState(({ ids }) => ({ ids: ids.includes(id) ? without(ids, [id]) : limited([...ids, id]) }))

/** Adds submissions to the selection until it is full. */
export const select = (added: readonly string[]): void =>
  useSelection.setState(({ ids }) => ({ ids: limited([...new Set([...ids, ...added])]) }))

export const deselect = (removed: readonly string[]): void =>
  useSelection.setState(({ ids }) => ({ ids: without(ids, removed) }))

/** Removes submissions from the selection that are not in the list any more. */
export function keepListed(projects: readonly ProjectCard[]): void {
  const { ids } = useSelection.getState()
  if (ids.length === 0) return
  const listed = new Set(projects.map(({ _id }) => _id))
  if (ids.some((id) => !listed.has(id))) deselect(ids.filter((id) => !listed.has(id)))
}

const limited = (ids: readonly string[]) => ids.slice(0, maxReviewsAtOnce)
const without = (ids: readonly string[], removed: readonly string[]) =>
  ids.filter((id) => !removed.includes(id))
