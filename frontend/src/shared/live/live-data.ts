// `liveData`: the one way in which the browser loads, caches and follows data of the server. `pagesOf` is for lists that the server sends page
// by page.

import { useDeferredValue, useState } from 'react'
import { useStore } from 'zustand'
import { isNotFound } from '../http/request-failed.ts'
import { onUserChange, userChanges } from '../storage/user-change.ts'
import { createEntry, type Entry, type Shared } from './live-entry.ts'
import type { LiveDefinition, LiveEntry, LiveView } from './live-types.ts'
import type { MessageName } from './updates.ts'

/** No arguments for data without keys. */
type KeyArguments<Key> = undefined extends Key ? [key?: Key] : [key: Key]

export type LiveData<Data, Key = undefined> = {
  at: (...key: KeyArguments<Key>) => LiveEntry<Data>
  /** Changes the loaded data of all keys. */
  change: (change: (data: Data) => Data) => void
  /** Holds back updates of all keys, or shows them again. The pause ends with the last follower. */
  setPaused: (paused: boolean) => void
  /** Loads the followed data of all keys now. Never rejects: if that fails, the data stays, and every screen says it is stale. */
  refresh: () => Promise<void>
  /** Waits for a command that changes the data, and loads it then. Answers and rejects as the command does. */
  after: <Answer>(command: Promise<Answer>) => Promise<Answer>
}

/**
 * Creates a cache for data of the server: all that this browser knows of it, by key. Components read it with `useLiveData`. The
 * first follower of a key loads it, applies live messages and resyncs; after the last one, the data is kept for five minutes, to be
 * shown while it is loaded again.
 *
 * Each request of a load has a time-out, one load serves all followers, and a failed one is repeated by itself unless the server refuses it for
 * good. Messages that arrive during a load are applied to its response. Neither messages nor responses replace newer data. A
 * screen learns since when its data is stale. Everything is dropped when the user changes.
 */
export function liveData<Data, Key = undefined>(definition: LiveDefinition<Data, Key>): LiveData<Data, Key> {
  const entries = new Map<string, Entry<Data>>()
  const setPaused = (paused: boolean) => {
    if ((shared.pausedAt !== undefined) === paused) return
    shared.pausedAt = paused ? Date.now() : undefined
    for (const entry of entries.values()) entry.showPause()
  }
  const shared: Shared = { followed: 0, setPaused }

  onUserChange(() => {
    shared.latest = undefined
    shared.pausedAt = undefined
    for (const entry of entries.values()) entry.clear()
  })

  const refresh = async () => {
    await Promise.all([...entries.values()].map((entry) => entry.refresh()))
  }

  return {
    at: (...[key]) => {
      // Safe, here and below: only data without keys is used without one.
      if (import.meta.env.SSR) shownLoads.push((signal) => definition.load(key as Key, signal, undefined))
      const name = nameOf(key)
      const known = entries.get(name)
      if (known) return known
      // What nobody follows is dropped in the end. Where it was held, it takes its place again when it is followed.
      const entry = createEntry(definition, key as Key, shared, (isListed) => {
        if (!isListed) entries.delete(name)
        else if (!entries.has(name)) entries.set(name, entry)
      })
      entries.set(name, entry)
      return entry
    },
    change: (change) => {
      for (const entry of entries.values()) entry.change(change)
    },
    setPaused,
    refresh,
    after: async (command) => {
      const answer = await command
      await refresh()
      return answer
    },
  }
}

/** Waits until something is deleted, by this command or by somebody who was faster. */
export const untilGone = (deletion: Promise<unknown>): Promise<unknown> =>
  deletion.catch((error: unknown) => {
    if (!isNotFound(error)) throw error
  })

/** In the build: the loads of all data that the rendered pages have shown, from which their first requests are made. */
export const shownLoads: ((signal: AbortSignal) => Promise<unknown>)[] = []

/** Returns the same text for keys with the same properties, in any order. */
const nameOf = (key: unknown): string =>
  JSON.stringify(key, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  ) ?? ''

/** The rule for a message that only says that the data has changed. */
export const reloads = <Data>(data: Data, _message: unknown, reload: () => void): Data => {
  reload()
  return data
}

/**
 * Returns the rules for messages that only say that something has changed in other read models than that of the data. Their positions say
 * nothing about the data: each is compared with the earlier messages of its name.
 */
export const reloadsOn = (...names: readonly MessageName[]) =>
  Object.fromEntries(names.map((name) => [name, { change: reloads, sequence: () => name }]))

/**
 * Returns what a screen shows of a key, and follows it while the component is mounted. The first data takes longest to show: React
 * renders it in short steps, between which the page answers. A component that needs a part of it reads `data.at(key)` with `useStore`.
 */
export function useLiveData<Data, Key>(data: LiveData<Data, Key>, ...key: KeyArguments<Key>): LiveView<Data> {
  const latest = useStore(data.at(...key))
  const shown = useDeferredValue(latest)
  // Updates of a store are synchronous, so React could not split them. Later ones are small, and must not lag.
  return latest.data !== undefined && shown.state === 'loading' ? shown : latest
}

/**
 * Returns a value, or the last one while it is undefined, such as the list of the previous filter while the next one loads.
 * Forgets it when the user changes.
 */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState({ value, user: userChanges() })
  if (value !== undefined && value !== last.value) setLast({ value, user: userChanges() })
  return value ?? (last.user === userChanges() ? last.value : undefined)
}

/** The server refuses larger pages. */
const maxPageSize = 200

type Page<Name extends string> = Readonly<Record<Name, readonly object[]>> & { nextCursor: string | null }

type PagedList<Name extends string, Loaded extends Page<Name>, Key> = {
  pageSize: number
  /** How many rows the first load has at least, if there are that many: a page of a search may have fewer than requested. Default: 1. */
  minRows?: number
  fetchPage: (key: Key, query: { limit: number; cursor?: string }, signal: AbortSignal) => Promise<Loaded>
  idOf: (row: Loaded[Name][number]) => string
}

/**
 * Returns how live data loads a list that the server sends page by page: a reload asks for as many rows as the user has opened.
 * `name` is the field with its rows.
 */
export const pagesOf = <Name extends string, Loaded extends Page<Name>, Key>(
  name: Name,
  { pageSize, minRows = 1, fetchPage, idOf }: PagedList<Name, Loaded, Key>,
) => {
  const append = <Data extends Pick<Loaded, Name>>(data: Data, page: Loaded): Data => {
    const known = new Set(data[name].map(idOf))
    // Rows that moved between the requests are in the list already.
    const rows = [...data[name], ...page[name].filter((row) => !known.has(idOf(row)))]
    return { ...data, [name]: rows, nextCursor: page.nextCursor }
  }
  /** Requests up to `limit` rows, and further pages until there are `missing` ones. */
  const loadRows = async (
    key: Key,
    { limit, missing, cursor }: { limit: number; missing: number; cursor?: string },
    signal: AbortSignal,
  ): Promise<Loaded> => {
    const query = { limit: Math.min(maxPageSize, limit), ...(cursor !== undefined && { cursor }) }
    const page = await fetchPage(key, query, signal)
    const count = page[name].length
    if (page.nextCursor === null || count >= missing) return page
    const next = { limit: limit - count, missing: missing - count, cursor: page.nextCursor }
    return append(page, await loadRows(key, next, signal))
  }
  return {
    isEmpty: (data: Pick<Loaded, Name>) => data[name].length === 0,
    load: (key: Key, signal: AbortSignal, current: Readonly<Record<Name, readonly object[]>> | undefined) => {
      const opened = current?.[name].length ?? 0
      return loadRows(key, { limit: Math.max(pageSize, opened), missing: Math.max(minRows, opened) }, signal)
    },
    loadMore: async (key: Key, cursor: string, signal: AbortSignal) => {
      const page = await loadRows(key, { limit: pageSize, missing: 1, cursor }, signal)
      return <Data extends Pick<Loaded, Name>>(data: Data): Data => append(data, page)
    },
  }
}
