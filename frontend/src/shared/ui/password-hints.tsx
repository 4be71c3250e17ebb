import { Circle, CircleCheck } from 'lucide-react'
import { Spoken } from './spoken.tsx'
import css from './password-hints.module.css'

const hints = [
  { words: '8+ characters', met: (value: string) => value.length >= 8 },
  { words: 'uppercase', met: (value: string) => /\p{Lu}/u.test(value) },
  { words: 'lowercase', met: (value: string) => /\p{Ll}/u.test(value) },
  { words: 'number', met: (value: string) => /\d/.test(value) },
  { words: 'symbol', met: (value: string) => /[^\p{L}\d\s]/u.test(value) },
]

/** The five rules of a new password; each circle becomes a ticked circle while the reader types. */
export const PasswordHints = ({ value, id }: { value: string; id?: string }) => (
  <ul className={css.hints} id={id} aria-label="A password needs">
    {hints.map(({ words, met }) => {
      const done = met(value)
      return (
        <li key={words} data-met={done || undefined}>
          {done ? <CircleCheck aria-hidden="true" size={16} /> : <Circle aria-hidden="true" size={16} />}
          {words}
          <Spoken>{done ? ', met' : ', still missing'}</Spoken>
        </li>
      )
    })}
  </ul>
)
