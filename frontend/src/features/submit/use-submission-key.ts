import { useRef } from 'react'
import { newKey } from '../../shared/http.ts'

/**
 * The same key for the same content, so that a press after a lost answer cannot submit twice; another one as soon as
 * something was changed.
 */
export function useSubmissionKey(): (content: object) => string {
  const last = useRef({ content: '', key: '' })
  return (content) => {
    const text = JSON.stringify(content)
    if (last.current.content !== text) last.current = { content: text, key: newKey() }
    return last.current.key
  }
}
