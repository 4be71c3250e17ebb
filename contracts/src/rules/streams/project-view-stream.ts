/** Stream of one person at one project. It holds that the project was seen, once, so that no count can be off. */
export const projectViewStream = (projectId: string, user: string): string => `viewed-${projectId}-${user}`
