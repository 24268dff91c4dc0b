export function complaintAboutNode(version: string): string | null
