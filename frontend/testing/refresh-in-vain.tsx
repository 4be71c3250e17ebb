import { act, render, screen } from '@testing-library/react'
import { expect } from 'vitest'
import { LateNotice } from '../src/shared/ui/feedback/shell-messages.tsx'
import { resync } from '../src/shared/live/resync.ts'
import { mockServer } from './mock-server.ts'

/**
 * Loads the data on screen again as after a reconnect, from a server that is away. Resolves to what the page says about it, in
 * pills and in the notice of the shells, which a screen without a shell has itself.
 */
export async function refreshInVain({ hasNotice = false } = {}): Promise<(string | null)[]> {
  if (!hasNotice) render(<LateNotice isAdmin />)
  mockServer({})
  await act(async () => resync())
  const texts = await screen.findAllByText(/^Not updated$|^This screen could not be updated/)
  return texts.map(({ textContent }) => textContent)
}

/** What `refreshInVain` says of data that has no pill. */
export const staleNotice: unknown = expect.stringMatching(
  /^This screen could not be updated: some of it is as of /,
)
