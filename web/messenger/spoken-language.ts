/**
 * The language that the person has the messenger in, from the address that it opened; nothing where it says none. It is encoded twice, as a
 * part of who they are, of which nothing else is read.
 */
export function spokenLanguage(address: string): string {
  return /language_code(?:%(?:25)*(?:22|3A))+([a-z]{2})/i.exec(address)?.[1] ?? ''
}
