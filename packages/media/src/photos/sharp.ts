import sharp from 'sharp'

// sharp also reads SVG, PDF, TIFF and more: only the accepted formats stay enabled (SEC-52, SEC-53)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
sharp.concurrency(1)
sharp.cache(false)

export { sharp }
