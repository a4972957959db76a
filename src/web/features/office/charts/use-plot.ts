import { useEffect, useState, type RefObject } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { plotData, plotOptions, type PlotOptions } from './plot.ts';

/** Draws a chart into a box for as long as it is there, in its width and in the colours of the page. Answers the place at the pointer. */
export function usePlot(box: RefObject<HTMLElement | null>, options: Omit<PlotOptions, 'width' | 'onPlace'> | null) {
  const [place, setPlace] = useState<number | null>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null || options === null) return undefined;
    const draw = () => {
      const made = { ...options, width: element.clientWidth, onPlace: setPlace };
      return new uPlot(plotOptions(made), plotData(options.chart), element);
    };
    let plot = draw();
    const sizes = new ResizeObserver(() => {
      if (element.clientWidth !== plot.width) plot.setSize({ width: element.clientWidth, height: plot.height });
    });
    const themes = new MutationObserver(() => {
      plot.destroy();
      plot = draw();
    });
    sizes.observe(element);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-colours'] });
    return () => {
      sizes.disconnect();
      themes.disconnect();
      plot.destroy();
    };
  }, [box, options]);
  return place;
}
