// The saved texts, which all admins share: their live data, the search in them, and what this admin has stored or deletes. What another admin
// adds, changes, deletes or uses arrives as a message.

import type { SavedText, SavedTextResponse, SavedTextsResponse } from '@thirty/contracts/saved-texts/api.ts'
import { byUse, type SavedTextKind } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { matchesAnyName, normalizeForSearch } from '@thirty/contracts/user-texts/search-text.ts'
import { request } from '../http/http.ts'
import { liveData } from '../live/live-data.ts'
import { isAfter } from '../live/position.ts'

export const allSavedTexts = liveData<SavedTextsResponse>({
  load: (_key, signal) => request('GET', '/api/admin/saved-texts', { signal }),
  messages: {
    'saved-texts.changed': (loaded, { items, position, epoch }) => ({
      ...items.reduce((data, { id, savedText }) => withText(data, id, savedText), loaded),
      position,
      epoch,
    }),
  },
})

function withText(data: SavedTextsResponse, id: string, savedText: SavedText | null): SavedTextsResponse {
  const others = data.savedTexts.filter((other) => other.id !== id)
  return { ...data, savedTexts: savedText === null ? others : [...others, savedText] }
}

/** Returns the texts of a kind whose title or text contains the search, the most used first. */
export const findSavedTexts = (
  texts: readonly SavedText[],
  kind: SavedTextKind,
  search: string,
): SavedText[] =>
  texts
    .filter((saved) => saved.kind === kind)
    .filter(({ title, text }) => matchesAnyName([title, text], normalizeForSearch(search.trim())))
    .toSorted(byUse)

/** Deletes a text. Fails with status 409 and the newer text if another admin has changed it since this version. */
export const deleteSavedText = async ({ id, version }: Pick<SavedText, 'id' | 'version'>): Promise<void> => {
  const { position } = await request('DELETE', '/api/admin/saved-texts/:savedTextId', {
    params: { savedTextId: id },
    body: { version },
  })
  show(position, (data) => withText(data, id, null))
}

/** Shows a text that this admin has stored, before the message about it arrives. */
export const showStored = ({ savedText, position }: SavedTextResponse): void =>
  show(position, (data) => {
    const { uses = 0 } = data.savedTexts.find(({ id }) => id === savedText.id) ?? {}
    return withText(data, savedText.id, { ...savedText, uses })
  })

/** Changes the data on screen, unless it is newer than this position. */
function show(position: string, change: (data: SavedTextsResponse) => SavedTextsResponse): void {
  allSavedTexts.change((data) => (isAfter({ ...data, position }, data) ? change(data) : data))
}
