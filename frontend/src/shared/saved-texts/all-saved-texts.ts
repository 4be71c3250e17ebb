// The saved texts, which all admins share: their live data and the search in them. What another admin adds, changes, deletes or uses arrives as
// a message.

import type { SavedText, SavedTextsResponse } from '@thirty/contracts/saved-texts/api.ts'
import { byUse, type SavedTextKind } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { matchesAnyName, normalizeForSearch } from '@thirty/contracts/user-texts/search-text.ts'
import { request } from '../http/http.ts'
import { liveData } from '../live/live-data.ts'

export const allSavedTexts = liveData<SavedTextsResponse>({
  load: (_key, signal) => request('GET', '/api/admin/saved-texts', { signal }),
  messages: {
    'saved-texts.changed': (loaded, { items, position, epoch }) => {
      let { savedTexts } = loaded
      for (const { id, savedText } of items) {
        savedTexts = savedTexts.filter((other) => other.id !== id)
        if (savedText !== null) savedTexts = [...savedTexts, savedText]
      }
      return { ...loaded, savedTexts, position, epoch }
    },
  },
})

/** Returns the texts of a kind whose title or text contains the search, the most used first. */
export const findSavedTexts = (texts: readonly SavedText[], kind: SavedTextKind, search: string) =>
  texts
    .filter((saved) => saved.kind === kind)
    .filter(({ title, text }) => matchesAnyName([title, text], normalizeForSearch(search.trim())))
    .toSorted(byUse)
