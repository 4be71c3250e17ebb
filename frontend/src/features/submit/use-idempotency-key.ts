import { useRef } from 'react'
import { newIdempotencyKey } from '../../shared/http/command-keys.ts'

/**
 * Returns the same key for the same content, so that a retry after a lost response cannot submit twice; a new key once
 * the content changes.
 */
export function useIdempotencyKey(): (content: object) => string {
  const last = useRef({ content: '', key: '' })
  return (content) => {
    const text = JSON.stringify(content)
    if (last.current.content !== text) last.current = { content: text, key: newIdempotencyKey() }
    return last.current.key
  }
}
