import { useRef } from 'react'
import { newIdempotencyKey } from '../../shared/http/http.ts'

/**
 * The same key for the same content, so that a press after a lost answer cannot submit twice; another one as soon as
 * something was changed.
 */
export function useIdempotencyKey(): (content: object) => string {
  const last = useRef({ content: '', key: '' })
  return (content) => {
    const text = JSON.stringify(content)
    if (last.current.content !== text) last.current = { content: text, key: newIdempotencyKey() }
    return last.current.key
  }
}
