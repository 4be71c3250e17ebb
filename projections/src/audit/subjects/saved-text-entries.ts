// What the audit says of the events of saved texts.

import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { savedTextEvents, type SavedTextEvent } from '@thirty/contracts/saved-texts/events.ts'
import type { SavedTextKind } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { entriesOf, withLatest, type Details, type Known } from './subject-entries.ts'

type Content = { kind: SavedTextKind; title: string; text: string }
const beginning: Known<Content> = new Map()
const codes = {
  rejection: { added: 'savedReasonAdded', changed: 'savedReasonChanged', deleted: 'savedReasonDeleted' },
  feedback: {
    added: 'savedFeedbackAdded',
    changed: 'savedFeedbackChanged',
    deleted: 'savedFeedbackDeleted',
  },
} as const satisfies Record<SavedTextKind, object>

export const savedTextEntries = () =>
  entriesOf({
    beginning,
    details: {
      SavedTextAdded: (data, _, texts) => ({
        ...change(texts.get(data.savedText), data),
        code: codes[data.kind].added,
      }),
      // Nothing can be changed or deleted before it was added.
      SavedTextChanged({ savedText, title, text }, _, texts) {
        const before = texts.get(savedText)
        return before && { ...change(before, { ...before, title, text }), code: codes[before.kind].changed }
      },
      SavedTextDeleted({ savedText }, _, texts) {
        const before = texts.get(savedText)
        return before && { ...change(before, undefined), code: codes[before.kind].deleted }
      },
    },
    remember: (texts, event) =>
      isEventOf(savedTextEvents, event)
        ? withLatest(texts, event.data.savedText, contentAfter(texts, event))
        : texts,
  })

function contentAfter(texts: Known<Content>, { type, data }: SavedTextEvent) {
  if (type === 'SavedTextAdded') return data
  const before = texts.get(data.savedText)
  return type === 'SavedTextDeleted' ? undefined : before && { ...before, ...data }
}

function change(before: Content | undefined, after: Content | undefined): Details<never> {
  const { title = '' } = after ?? before ?? {}
  return {
    values: { title },
    subjectName: title,
    before: recordOf(before),
    after: recordOf(after),
  }
}

const recordOf = (content: Content | undefined) =>
  content === undefined ? {} : { title: content.title, text: content.text }
