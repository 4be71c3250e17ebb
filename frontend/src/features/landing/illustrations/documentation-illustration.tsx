import { BookOpen, GitBranch, Image } from 'lucide-react'
import css from './illustrations.module.css'

const guides = [
  { icon: <BookOpen />, title: 'Getting started' },
  { icon: <GitBranch />, title: 'What makes a good repository' },
  { icon: <Image />, title: 'Taking a clear screenshot' },
]

export const DocumentationIllustration = () => (
  <ul className={css.guides}>
    {guides.map(({ icon, title }) => (
      <li key={title}>
        <span aria-hidden="true">{icon}</span>
        {title}
      </li>
    ))}
  </ul>
)
