import type { AuditRecord } from '@thirty/contracts/api/admin/audit.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { savedTextEvents, type SavedTextEvent } from '@thirty/contracts/events/saved-texts.ts'
import type { SavedTextKind } from '@thirty/contracts/rules/saved-texts.ts'
import type { SubjectReader } from './draft.ts'

type Content = { kind: SavedTextKind; title: string; text: string }

const words: Readonly<Record<SavedTextKind, Readonly<Record<SavedTextEvent['type'], string>>>> = {
  rejection: {
    SavedTextAdded: 'added the saved reason',
    SavedTextChanged: 'changed the saved reason',
    SavedTextDeleted: 'deleted the saved reason',
  },
  feedback: {
    SavedTextAdded: 'added the saved feedback',
    SavedTextChanged: 'changed the saved feedback',
    SavedTextDeleted: 'deleted the saved feedback',
  },
}

/** Reads the stream of the saved texts. */
export function savedTextReader(): SubjectReader {
  const texts = new Map<string, Content>()
  return {
    draft(event) {
      if (!isEventOf(savedTextEvents, event)) return undefined
      const { type, data, metadata } = event
      const before = texts.get(data.savedText)
      const after = type === 'SavedTextAdded' ? data : before && { ...before, ...data }
      // Nothing can be changed or deleted before it was added.
      if (after === undefined) return undefined
      return {
        users: [],
        word: (nameOf) => ({
          summary: `${nameOf(metadata.actor)} ${words[after.kind][type]} “${after.title}”`,
          subjectName: after.title,
          before: recordOf(before),
          after: type === 'SavedTextDeleted' ? {} : recordOf(after),
        }),
      }
    },
    apply(event) {
      if (!isEventOf(savedTextEvents, event)) return
      const { type, data } = event
      const before = texts.get(data.savedText)
      if (type === 'SavedTextDeleted') texts.delete(data.savedText)
      else if (type === 'SavedTextAdded') texts.set(data.savedText, data)
      else if (before) texts.set(data.savedText, { ...before, ...data })
    },
  }
}

const recordOf = (content: Pick<Content, 'title' | 'text'> | undefined): AuditRecord =>
  content === undefined ? {} : { title: content.title, text: content.text }
